/** Who is signed in and which pages he may open (`GET /api/session`), for any part that asks. */
import { createContext, useContext } from './htm-preact.js'

export const SessionContext = createContext({ session: null, setSession: () => {} })

/** @returns {{ session: { user: any, pages: string[], setup_needed: boolean, demo: boolean, version: string }, setSession: (value: any) => void }} */
export const useSession = () => useContext(SessionContext)
