/** The words of the detail page of a result, which come with it. */
import en from './texts-en-result.js'
import ja from './texts-ja-result.js'
import { addWords } from './texts.js'

addWords({ ja, en })
