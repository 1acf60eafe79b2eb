import { askIfsp } from '#early-intervention/ifsps/ask-ifsp.ts'
import { createIfsp } from '#early-intervention/ifsps/create-ifsp.ts'
import { exportIfspPdf, IfspPdfQuery } from '#early-intervention/ifsps/export-ifsp-pdf.ts'
import { patchIfsp } from '#early-intervention/ifsps/patch-ifsp.ts'
import { presentIfsp } from '#early-intervention/ifsps/present-ifsp.ts'
import { getIfsp, IfspQuery, listIfsps } from '#early-intervention/ifsps/queries.ts'
import { recordIfspSignature } from '#early-intervention/ifsps/record-ifsp-signature.ts'
import {
  CreateIfsp,
  Ifsp,
  PatchIfsp,
  PresentIfsp,
  RecordIfspSignature,
  SignIfsp,
} from '#early-intervention/ifsps/schemas.ts'
import { signIfsp } from '#early-intervention/ifsps/sign-ifsp.ts'
import { withdrawIfsp } from '#early-intervention/ifsps/withdraw-ifsp.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, file, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'IFSPs',
  about:
    'Individualized family service plans (34 CFR 303.344): written in versions, read and signed by the family and the coordinator, printed in the family’s language.',
}
const params = idParam('ifsp')

export const ifspOperations = [
  operation({
    id: 'createIfsp',
    method: 'post',
    path: '/v1/ifsps',
    tag,
    summary: 'Create an IFSP',
    description:
      'Creates a draft, with the content of the latest version of the program. Services and coordinator are those of the program. A program has one version at a time that is a draft or waits for signatures.',
    permission: 'early-intervention:write',
    body: CreateIfsp,
    status: 201,
    response: Ifsp,
    errors: ['invalid_reference', 'invalid_transition', 'already_exists'],
    run: (ctx, { body }) => createIfsp(ctx, body),
  }),
  operation({
    id: 'listIfsps',
    method: 'get',
    path: '/v1/ifsps',
    tag,
    summary: 'List IFSPs',
    description: 'Newest first, all versions.',
    permission: 'early-intervention:read',
    query: IfspQuery,
    status: 200,
    response: pageOf(Ifsp),
    run: (ctx, { query }) => listIfsps(ctx, query),
  }),
  operation({
    id: 'getIfsp',
    method: 'get',
    path: '/v1/ifsps/{id}',
    tag,
    summary: 'Retrieve an IFSP',
    description: 'Returns a version of a plan with its signatures.',
    permission: 'early-intervention:read',
    params,
    status: 200,
    response: Ifsp,
    errors: ['not_found'],
    run: (ctx, { params }) => getIfsp(ctx, params),
  }),
  operation({
    id: 'patchIfsp',
    method: 'patch',
    path: '/v1/ifsps/{id}',
    tag,
    summary: 'Change an IFSP',
    description:
      'Changes a draft. Each part that you send replaces that part. A presented plan does not change: create another version.',
    permission: 'early-intervention:write',
    params,
    body: PatchIfsp,
    status: 200,
    response: Ifsp,
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) => patchIfsp(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'presentIfsp',
    method: 'post',
    path: '/v1/ifsps/{id}/present',
    tag,
    summary: 'Present an IFSP',
    description:
      'Freezes the plan with the services and the coordinator of the program, records the meeting as a milestone of the program unless it is recorded, and sends each person who acts as a parent a link to read and sign it. What 34 CFR 303.344 requires must be there.',
    permission: 'early-intervention:write',
    params,
    body: PresentIfsp,
    status: 200,
    response: Ifsp,
    example: { status: 'PRESENTED', presentedAt: EXAMPLE_INSTANT, askedAt: EXAMPLE_INSTANT },
    errors: [...TRANSITION_ERRORS, 'consent_missing'],
    events: ['ifsp.presented', 'program.milestone_recorded', 'program.updated'],
    run: (ctx, { params, body, version }) => presentIfsp(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'askIfsp',
    method: 'post',
    path: '/v1/ifsps/{id}/ask',
    tag,
    summary: 'Ask the family to sign an IFSP',
    description:
      'Sends each person who acts as a parent a new link, at the earliest a minute after the last.',
    permission: 'early-intervention:write',
    params,
    status: 200,
    response: Ifsp,
    example: { status: 'PRESENTED', presentedAt: EXAMPLE_INSTANT, askedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => askIfsp(ctx, { ...params, version }),
  }),
  operation({
    id: 'signIfsp',
    method: 'post',
    path: '/v1/ifsps/{id}/sign',
    tag,
    summary: 'Sign an IFSP as its coordinator',
    description:
      'Only the service coordinator of the plan can sign it, or a key that signs on behalf of providers. With the signature of a parent the plan is SIGNED, and the version before it is SUPERSEDED.',
    permission: 'early-intervention:write',
    params,
    body: SignIfsp,
    status: 200,
    response: Ifsp,
    example: { status: 'SIGNED', presentedAt: EXAMPLE_INSTANT, signedAt: EXAMPLE_INSTANT },
    errors: ['step_up_required', ...TRANSITION_ERRORS, 'wrong_signer'],
    events: ['ifsp.signed'],
    run: (ctx, { params, body, version }) => signIfsp(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'recordIfspSignature',
    method: 'post',
    path: '/v1/ifsps/{id}/record-signature',
    tag,
    summary: 'Record that a parent signed an IFSP',
    description:
      'For a plan that was signed on paper. The signature is the consent to each service that is not declined: its clock counts from it.',
    permission: 'early-intervention:write',
    params,
    body: RecordIfspSignature,
    status: 200,
    response: Ifsp,
    example: { status: 'PRESENTED', presentedAt: EXAMPLE_INSTANT },
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    events: ['program.updated'],
    run: (ctx, { params, body, version }) =>
      recordIfspSignature(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'withdrawIfsp',
    method: 'post',
    path: '/v1/ifsps/{id}/withdraw',
    tag,
    summary: 'Withdraw an IFSP',
    description:
      'Ends a draft, or a presented plan that is not to be signed. Links to it stop working. The next version begins with its content.',
    permission: 'early-intervention:write',
    params,
    status: 200,
    response: Ifsp,
    example: { status: 'WITHDRAWN', presentedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => withdrawIfsp(ctx, { ...params, version }),
  }),
  operation({
    id: 'exportIfspPdf',
    method: 'get',
    path: '/v1/ifsps/{id}/ifsp.pdf',
    tag,
    summary: 'Export an IFSP as PDF',
    description:
      'Returns the plan with its signatures, or with lines to sign on paper. Headings are in the language of the family.',
    permission: ['early-intervention:read', 'children:read', 'providers:read'],
    params,
    query: IfspPdfQuery,
    status: 200,
    response: file,
    produces: 'application/pdf',
    headers: { 'Content-Disposition': 'attachment; filename="{id}.pdf"' },
    errors: ['not_found'],
    run: (ctx, { params, query }) => exportIfspPdf(ctx, { ...params, ...query }),
  }),
]
