/** Adobe's validator over pages: JSON lines { name, html } in, { name, errors: [text], crashed } out. First argument: schema.org's graph. */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'

const schema = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const textOf = ({ issueMessage, path }) => `${(path ?? []).map(({ type, property }) => property ?? type).join('.')}: ${issueMessage}`

for await (const line of createInterface({ input: process.stdin })) {
  const { name, html } = JSON.parse(line)
  const answer = { name, errors: [], crashed: '' }
  try {
    const extracted = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(html)
    const issues = await new Validator(schema).validate(extracted)
    answer.errors = issues.filter(({ severity }) => severity === 'ERROR').map(textOf)
  } catch (error) {
    answer.crashed = String(error)
  }
  console.log(JSON.stringify(answer))
}
