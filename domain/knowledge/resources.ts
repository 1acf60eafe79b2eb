import { assistants } from './assistants/resource.ts'
import { knowledgeDocuments } from './documents/resource.ts'
import { modelCalls } from './model-calls/resource.ts'
import { models } from './models/resource.ts'

/** The resources of this context: parents before what refers to them, because an erasure goes from the last to the first. */
export const knowledge = [assistants, knowledgeDocuments, models, modelCalls] as const
