import { embedQuestion } from '#knowledge/answers/embed-question.ts'
import { queryKnowledge } from '#knowledge/asking/query-knowledge.ts'
import {
  FoundPassages,
  KnowledgeAnswer,
  QueryKnowledge,
  SearchKnowledge,
} from '#knowledge/answers/schemas.ts'
import { searchKnowledge } from '#knowledge/answers/search-knowledge.ts'
import {
  getKnowledgeDocument,
  KnowledgeDocumentQuery,
  listKnowledgeDocuments,
} from '#knowledge/documents/queries.ts'
import { receiveDocument } from '#knowledge/documents/receive-document.ts'
import { patchKnowledgeDocument } from '#knowledge/documents/patch-knowledge-document.ts'
import { reindexKnowledgeDocument } from '#knowledge/documents/reindex-knowledge-document.ts'
import { generateAnswer } from '#knowledge/generation/generate-answer.ts'
import { removeKnowledgeDocument } from '#knowledge/documents/remove-knowledge-document.ts'
import { MOST_FILES } from '#knowledge/documents/rules.ts'
import {
  KnowledgeDocument,
  PatchKnowledgeDocument,
  UploadKnowledge,
} from '#knowledge/documents/schemas.ts'
import { uploadKnowledge } from '#knowledge/documents/upload-knowledge.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = 'Assistants and knowledge'
const params = idParam('knowledgeDocument')

export const knowledgeOperations = [
  operation({
    id: 'uploadKnowledge',
    method: 'post',
    path: '/v1/ai/knowledge',
    tag,
    summary: 'Upload documents that an assistant answers from',
    description:
      'PDF, DOCX, HTML, Markdown or text, known by their content and scanned for malware; `file_refused` says why not. All files are kept, or none. The answer has one document for each; a worker reads and indexes them, and `GET /v1/ai/knowledge/documents/{id}` says how far it is. The same file twice is one document. What people may read in an answer everybody may read who may ask: upload what the center tells its families and staff, and no record of a child.',
    permission: 'knowledge:write',
    form: {
      parts: UploadKnowledge,
      files: 'files',
      mostFiles: MOST_FILES,
      receive: receiveDocument,
    },
    status: 202,
    response: listOf(KnowledgeDocument),
    errors: ['invalid_reference', 'file_refused', 'payload_too_large'],
    run: (ctx, { body }) => uploadKnowledge(ctx, body),
  }),
  operation({
    id: 'queryKnowledge',
    method: 'post',
    path: '/v1/ai/knowledge/query',
    tag,
    summary: 'Query knowledge: ask an assistant',
    description:
      'The answer quotes the sentences of its documents that speak of the question, each with its place. Where none speaks of enough of it, `notFound` is true and `nearest` has what comes nearest. Documents that ask for something to be done are quoted like others, and nothing is done. Where the center has connected a language model (`/v1/ai/models`) and the assistant allows it (`generatedAnswers`), the model words the answer: what it says without a quote that stands in a document word for word is dropped. A model that fails is followed by the next one, then by the quotes alone (`fallbackReason`). With `Accept: text/event-stream` the answer comes by server-sent events: `token` (`{"text"}`) for each claim of the model once its quotes were found, then one `answer` with the whole answer, which alone counts, or `error` with a problem document.',
    permission: 'knowledge:read',
    alsoNeeds: ({ body: { childId } }) => (childId === undefined ? [] : ['children:read']),
    body: QueryKnowledge,
    status: 200,
    response: KnowledgeAnswer,
    errors: ['invalid_reference', 'insufficient_role', 'consent_missing', 'processing_restricted'],
    streams: true,
    prepare: async (ctx, { body }, listener) => {
      const question = await embedQuestion(ctx, body)
      return { question, generated: await generateAnswer(ctx, question, listener) }
    },
    run: (ctx, _, { question, generated }) => queryKnowledge(ctx, question, generated),
  }),
  operation({
    id: 'searchKnowledge',
    method: 'post',
    path: '/v1/ai/knowledge/search',
    tag,
    summary: 'Search knowledge: test what an answer would be looked for in',
    description:
      'The passages that `POST /v1/ai/knowledge/query` would take quotes from, with the scores of each way of finding. To see why a question is not answered, or by the wrong document.',
    permission: 'knowledge:read',
    body: SearchKnowledge,
    status: 200,
    response: FoundPassages,
    errors: ['invalid_reference', 'insufficient_role'],
    prepare: (ctx, { body }) => embedQuestion(ctx, body),
    run: (ctx, _, question) => searchKnowledge(ctx, question),
  }),
  operation({
    id: 'listKnowledgeDocuments',
    method: 'get',
    path: '/v1/ai/knowledge/documents',
    tag,
    summary: 'List documents of assistants',
    description: 'Newest first, those that were removed too.',
    permission: 'knowledge:read',
    query: KnowledgeDocumentQuery,
    status: 200,
    response: pageOf(KnowledgeDocument),
    run: (ctx, { query }) => listKnowledgeDocuments(ctx, query),
  }),
  operation({
    id: 'getKnowledgeDocument',
    method: 'get',
    path: '/v1/ai/knowledge/documents/{id}',
    tag,
    summary: 'Retrieve a document, with its progress',
    description: 'Ask again until it is READY or FAILED.',
    permission: 'knowledge:read',
    params,
    status: 200,
    response: KnowledgeDocument,
    errors: ['not_found'],
    run: (ctx, { params }) => getKnowledgeDocument(ctx, params),
  }),
  operation({
    id: 'patchKnowledgeDocument',
    method: 'patch',
    path: '/v1/ai/knowledge/documents/{id}',
    tag,
    summary: 'Change a document: rename or label it, or say on which days it answers',
    description:
      'In force at once. Outside of `startsOn` and `endsOn` it is not quoted. For another text upload a new edition.',
    permission: 'knowledge:write',
    params,
    body: PatchKnowledgeDocument,
    status: 200,
    response: KnowledgeDocument,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      patchKnowledgeDocument(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'reindexKnowledgeDocument',
    method: 'post',
    path: '/v1/ai/knowledge/documents/{id}/reindex',
    tag,
    summary: 'Reindex a document: read its file again',
    description:
      'For one that is READY or FAILED. It does not answer until it is READY again; to change what it says without a gap upload a new edition.',
    permission: 'knowledge:write',
    params,
    status: 200,
    response: KnowledgeDocument,
    example: { status: 'RECEIVED', passages: 0, readyAt: null },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => reindexKnowledgeDocument(ctx, { ...params, version }),
  }),
  operation({
    id: 'removeKnowledgeDocument',
    method: 'post',
    path: '/v1/ai/knowledge/documents/{id}/remove',
    tag,
    summary: 'Remove a document, with its file and its text',
    description:
      'It answers no more from now on. That it was there, and its hash, stays on record. Answers that quoted it stay for `keepAnswersDays` of the assistant.',
    permission: 'knowledge:write',
    params,
    status: 200,
    response: KnowledgeDocument,
    example: { status: 'REMOVED', removedAt: EXAMPLE_INSTANT, passages: 0 },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => removeKnowledgeDocument(ctx, { ...params, version }),
  }),
]
