import { createNoteTemplate } from '#clinical/note-templates/create-note-template.ts'
import { patchNoteTemplate } from '#clinical/note-templates/patch-note-template.ts'
import {
  getNoteTemplate,
  listNoteTemplates,
  NoteTemplateQuery,
} from '#clinical/note-templates/queries.ts'
import { noteTemplateRecord } from '#clinical/note-templates/record.ts'
import {
  CreateNoteTemplate,
  NoteTemplate,
  PatchNoteTemplate,
} from '#clinical/note-templates/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Note templates',
  about: 'Texts and required sections for the notes of a discipline.',
}
const params = idParam('noteTemplate')

export const noteTemplateOperations = [
  operation({
    id: 'createNoteTemplate',
    method: 'post',
    path: '/v1/note-templates',
    tag,
    summary: 'Create a note template',
    description:
      'Notes that use the template have its format, start with its texts and must contain its required sections. With the format SECTIONS, `customSections` defines them.',
    permission: 'note-templates:write',
    body: CreateNoteTemplate,
    status: 201,
    response: NoteTemplate,
    run: (ctx, { body }) => createNoteTemplate(ctx, body),
  }),
  operation({
    id: 'listNoteTemplates',
    method: 'get',
    path: '/v1/note-templates',
    tag,
    summary: 'List note templates',
    description: 'Newest first. Archived templates are not included unless you set `state`.',
    permission: 'note-templates:read',
    query: NoteTemplateQuery,
    status: 200,
    response: pageOf(NoteTemplate),
    run: (ctx, { query }) => listNoteTemplates(ctx, query),
  }),
  operation({
    id: 'getNoteTemplate',
    method: 'get',
    path: '/v1/note-templates/{id}',
    tag,
    summary: 'Retrieve a note template',
    description: 'Returns the initial text of each section, and which sections are required.',
    permission: 'note-templates:read',
    params,
    status: 200,
    response: NoteTemplate,
    errors: ['not_found'],
    run: (ctx, { params }) => getNoteTemplate(ctx, params),
  }),
  operation({
    id: 'patchNoteTemplate',
    method: 'patch',
    path: '/v1/note-templates/{id}',
    tag,
    summary: 'Change a note template',
    description: 'Existing notes do not change.',
    permission: 'note-templates:write',
    params,
    body: PatchNoteTemplate,
    status: 200,
    response: NoteTemplate,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      patchNoteTemplate(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(noteTemplateRecord, {
    path: '/v1/note-templates/{id}',
    tag,
    noun: 'a note template',
    response: NoteTemplate,
  }),
]
