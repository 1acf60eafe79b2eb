import { embedQuestion } from '#knowledge/answers/embed-question.ts'
import { prepareAnswer } from '#knowledge/asking/prepare-answer.ts'
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
    summary: 'Upload documents for an assistant',
    description:
      'Accepts PDF, DOCX, HTML, Markdown and text, recognized by content and scanned for malware; `file_refused` gives the reason why a file was refused. Either all files are stored or none. The response has one document per file. A worker indexes the documents; to see the progress, use `GET /v1/ai/knowledge/documents/{id}`. Uploading the same file twice creates only one document. Everybody who can ask the assistant can read quotes, so upload only information for families and staff, never records of children.',
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
    summary: 'Query an assistant',
    description:
      'An assistant with tools first answers questions about records, such as “When is Mia’s next appointment, and with whom?”: `statements` has each sentence with the records it is read from. It reads what you can see at that moment, for you; the guide to assistants lists the questions. Otherwise the answer quotes relevant sentences from the assistant’s documents, each with its place. If no sentence is relevant enough, `notFound` is true and `nearest` contains the closest passages. Instructions in documents are quoted, never followed. If the centre has connected a language model (`/v1/ai/models`) and the assistant allows it (`generatedAnswers`), the model words the answer; claims without a word-for-word quote are dropped. If a model fails, the next one is called; if all fail, the quotes are returned (`fallbackReason`). With `Accept: text/event-stream` the answer arrives as server-sent events: `token` (`{"text"}`) for each verified claim, then one `answer` with the complete, final answer, or `error` with a problem document.',
    permission: 'knowledge:read',
    alsoNeeds: ({ body: { childId } }) => (childId === undefined ? [] : ['children:read']),
    body: QueryKnowledge,
    status: 200,
    response: KnowledgeAnswer,
    errors: ['invalid_reference', 'insufficient_role', 'consent_missing', 'processing_restricted'],
    streams: true,
    prepare: (ctx, { body }, listener) => prepareAnswer(ctx, body, listener),
    run: (ctx, { body }, prepared) => queryKnowledge(ctx, body, prepared),
  }),
  operation({
    id: 'searchKnowledge',
    method: 'post',
    path: '/v1/ai/knowledge/search',
    tag,
    summary: 'Search the documents of an assistant',
    description:
      'Returns the passages from which `POST /v1/ai/knowledge/query` would quote, with the scores of each method. Use it to find out why a question has no answer, or why the wrong document is quoted.',
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
    description: 'Newest first, including removed documents.',
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
    summary: 'Retrieve a document',
    description:
      'Returns the document with its progress. Poll this operation until the document is READY or FAILED.',
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
    summary: 'Change a document',
    description:
      'You can change the name, labels and validity; changes apply immediately. The document is not quoted outside the period from `startsOn` to `endsOn`. To change its text, upload a new edition.',
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
    summary: 'Reindex a document',
    description:
      'Reads the file of a READY or FAILED document again, as new files are read: use it after an update of the platform that reads files better. The document is not quoted until it is READY again. To change the text without interruption, upload a new edition.',
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
    summary: 'Remove a document',
    description:
      'Deletes the file and its text. The document is no longer quoted; its hash and the fact that it existed stay on record. Answers that quoted it are kept for the number of days in the assistant’s `keepAnswersDays`.',
    permission: 'knowledge:write',
    params,
    status: 200,
    response: KnowledgeDocument,
    example: { status: 'REMOVED', removedAt: EXAMPLE_INSTANT, passages: 0 },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => removeKnowledgeDocument(ctx, { ...params, version }),
  }),
]
