import { assistants } from './assistants/resource.ts'
import { knowledgeDocuments } from './documents/resource.ts'

/** The resources of this context: parents before what refers to them, because an erasure goes from the last to the first. */
export const knowledge = [assistants, knowledgeDocuments] as const
