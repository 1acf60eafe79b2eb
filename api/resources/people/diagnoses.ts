import { createDiagnosis } from '#people/diagnoses/create-diagnosis.ts'
import { patchDiagnosis } from '#people/diagnoses/patch-diagnosis.ts'
import { DiagnosisQuery, getDiagnosis, listDiagnoses } from '#people/diagnoses/queries.ts'
import { diagnosisRecord } from '#people/diagnoses/record.ts'
import { resolveDiagnosis } from '#people/diagnoses/resolve-diagnosis.ts'
import {
  CreateDiagnosis,
  Diagnosis,
  PatchDiagnosis,
  ResolveDiagnosis,
} from '#people/diagnoses/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Diagnoses',
  about: 'Diagnoses of children as ICD-10-CM codes, from which superbills take their codes.',
}
const params = idParam('diagnosis')

export const diagnosisOperations = [
  operation({
    id: 'createDiagnosis',
    method: 'post',
    path: '/v1/diagnoses',
    tag,
    summary: 'Record a diagnosis',
    description:
      'Only the form of the code is checked; the platform has no list of codes. New superbills take the diagnoses of their period unless you send codes.',
    permission: 'diagnoses:write',
    body: CreateDiagnosis,
    status: 201,
    response: Diagnosis,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createDiagnosis(ctx, body),
  }),
  operation({
    id: 'listDiagnoses',
    method: 'get',
    path: '/v1/diagnoses',
    tag,
    summary: 'List diagnoses',
    description:
      'Newest first. For the current diagnoses of a child, use `childId=chd_…&status=ACTIVE`. Archived diagnoses are not included unless you set `state`.',
    permission: 'diagnoses:read',
    query: DiagnosisQuery,
    status: 200,
    response: pageOf(Diagnosis),
    run: (ctx, { query }) => listDiagnoses(ctx, query),
  }),
  operation({
    id: 'getDiagnosis',
    method: 'get',
    path: '/v1/diagnoses/{id}',
    tag,
    summary: 'Retrieve a diagnosis',
    description: 'Returns the code, the dates, and whether the diagnosis is current.',
    permission: 'diagnoses:read',
    params,
    status: 200,
    response: Diagnosis,
    errors: ['not_found'],
    run: (ctx, { params }) => getDiagnosis(ctx, params),
  }),
  operation({
    id: 'patchDiagnosis',
    method: 'patch',
    path: '/v1/diagnoses/{id}',
    tag,
    summary: 'Change a diagnosis',
    description: 'Corrects a diagnosis. Superbills keep the codes that they were created with.',
    permission: 'diagnoses:write',
    params,
    body: PatchDiagnosis,
    status: 200,
    response: Diagnosis,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      patchDiagnosis(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'resolveDiagnosis',
    method: 'post',
    path: '/v1/diagnoses/{id}/resolve',
    tag,
    summary: 'Resolve a diagnosis',
    description:
      'Records that the child no longer has it. If it was recorded by mistake, archive it instead.',
    permission: 'diagnoses:write',
    params,
    body: ResolveDiagnosis,
    status: 200,
    response: Diagnosis,
    example: { status: 'RESOLVED', resolvedOn: '2026-11-20' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) => resolveDiagnosis(ctx, { ...params, version, ...body }),
  }),
  ...archiveOperations(diagnosisRecord, {
    path: '/v1/diagnoses/{id}',
    tag,
    noun: 'a diagnosis',
    response: Diagnosis,
  }),
]
