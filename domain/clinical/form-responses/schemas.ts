import { z } from 'zod'
import type {
  FormResponse as FormResponseModel,
  FormSignature as FormSignatureModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instant, utc, utcOrNull } from '#platform/core/time/time.ts'
import { FormAnswer } from '../form-templates/form-answer.ts'
import type { Answers } from '../form-templates/form-definition.ts'
import { FORM_STATES, FormResponseStatus } from './rules.ts'

const MOST_ANSWERS = 1_000
const answersOf = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().max(40), value)
    .refine((answers) => Object.keys(answers).length <= MOST_ANSWERS, {
      error: `must have at most ${MOST_ANSWERS} members`,
    })
const EXAMPLE = { sleepsBadly: true, howOften: 'often' }
const sent = answersOf(FormAnswer.nullable()).meta({
  description: 'Answers by the key of the question; null removes an answer.',
  example: EXAMPLE,
})
const hash = () =>
  z.string().meta({ example: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c' })
const reason = prose(2_000).meta({ example: 'The family has moved away.' })
const at = (example: string | null) => z.iso.datetime().nullable().meta({ example })

const Score = z.strictObject({
  key: z.string().meta({ description: 'Key of the score in the form.', example: 'burden' }),
  label: z
    .string()
    .meta({ description: 'Name of the score, as shown to people.', example: 'Burden' }),
  value: z.number().nullable().meta({
    description: 'Value of the score; null if too few questions were answered.',
    example: 3,
  }),
  band: z.string().nullable().meta({
    description: 'Name of the band into which the value falls; null if there is none.',
    example: 'High',
  }),
})

export const FormSignature = resourceSchema('FormSignature', {
  id: idOf('formSignature'),
  signedName: z
    .string()
    .meta({ description: 'Name of the signer, as typed.', example: 'Mara Weiss' }),
  actorId: z.string().meta({
    description: 'ID of the API key, user or one-time link that signed.',
    example: exampleId('oneTimeLink'),
  }),
  clientId: idOf('client')
    .nullable()
    .meta({ description: 'Client to whom the one-time link belongs; null if no link was used.' }),
  contentHash: hash().meta({
    description: 'SHA-256 of the questions and answers, as 64 hexadecimal digits.',
  }),
  keyId: z.string().meta({
    description: 'ID of the platform key that made the signature.',
    example: exampleId('signingKey'),
  }),
  signature: z.string().meta({ description: 'Ed25519 signature, as base64url.', example: 'x5Yc…' }),
  signedAt: z.iso.datetime().meta({
    description: 'When the form was signed, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type FormSignature = z.infer<typeof FormSignature>

const form = {
  templateId: idOf('formTemplate'),
  templateVersion: z.int().meta({ description: 'Version of the form.', example: 1 }),
  status: z
    .enum(FormResponseStatus)
    .meta({ description: 'Whether the form is requested, started, submitted or cancelled.' }),
  answers: answersOf(FormAnswer).meta({
    description: 'Answers that were saved or submitted, by the key of the question.',
    example: EXAMPLE,
  }),
  scores: z.array(Score).meta({ description: 'Scores computed when the form was submitted.' }),
  signature: FormSignature.nullable().meta({
    description: 'Signature of the submitted form; null if there is none.',
  }),
  requestedBy: z.string().meta({
    description:
      'Who requested the form: the ID of a user or an API key, or the name of the system.',
    example: exampleId('apiKey'),
  }),
}
const savedAt = at(null).meta({
  description: 'When answers were last saved, in UTC; null if they never were.',
})
const submittedAt = at(null).meta({
  description: 'When the form was submitted, in UTC; null until then.',
})
const cancelReason = reason.nullable().meta({
  description: 'Reason for the cancellation; null if the form was not cancelled.',
  example: null,
})

/** Questions for a child's guardians, and their answers. */
export const FormResponse = resourceSchema('FormResponse', {
  id: idOf('formResponse'),
  childId: idOf('child'),
  ...form,
  askedAt: at('2026-11-21T09:30:00.000Z').meta({
    description: 'When guardians were last asked by e-mail, in UTC; null if they were not.',
  }),
  dueAt: at('2026-12-05T09:30:00.000Z').meta({
    description:
      'When the form is due, in UTC. A booking whose service requires the form can make this earlier.',
  }),
  savedAt,
  submittedAt,
  submittedBy: z.string().nullable().meta({
    description: 'Who submitted the form: the ID of a client or an API key; null until then.',
    example: null,
  }),
  clientId: idOf('client').nullable().meta({
    description: 'Guardian who submitted the form through a link; null if no link was used.',
    example: null,
  }),
  cancelReason,
  ...recordMembers,
})
export type FormResponse = z.infer<typeof FormResponse>

/** Questions for a provider, such as an agreement to sign, and their answers. */
export const ProviderForm = resourceSchema('ProviderForm', {
  id: idOf('providerForm'),
  providerId: idOf('provider'),
  ...form,
  askedAt: at('2026-11-21T09:30:00.000Z').meta({
    description:
      'When the provider was last asked by e-mail, in UTC; null if the provider was not asked.',
  }),
  dueAt: at('2026-12-05T09:30:00.000Z').meta({
    description: 'When the form is due, in UTC.',
  }),
  savedAt,
  submittedAt,
  submittedBy: z.string().nullable().meta({
    description:
      'Who submitted the form: the ID of the one-time link, a user or an API key; null until then.',
    example: null,
  }),
  cancelReason,
  ...recordMembers,
})
export type ProviderForm = z.infer<typeof ProviderForm>

const dueAt = instant().exactOptional().meta({
  description:
    'When the form is due. Defaults to the end of the day 14 days from now, in the time zone of the centre.',
  example: '2026-12-05T10:30:00+01:00',
})

export const RequestForm = z
  .strictObject({
    childId: idOf('child'),
    templateId: idOf('formTemplate'),
    ask: z.boolean().default(true).meta({
      description:
        'Whether each legal guardian gets a link and reminders by e-mail. If false, the form is filled in through the API.',
      example: true,
    }),
    dueAt,
  })
  .meta({
    id: 'RequestForm',
    example: { childId: exampleId('child'), templateId: exampleId('formTemplate') },
  })
export type RequestForm = z.infer<typeof RequestForm>

export const RequestProviderForm = z
  .strictObject({
    providerId: idOf('provider'),
    templateId: idOf('formTemplate'),
    ask: z.boolean().default(true).meta({
      description:
        'Whether the provider gets a link by e-mail. If false, the form is filled in through the API.',
      example: true,
    }),
    dueAt,
  })
  .meta({
    id: 'RequestProviderForm',
    example: { providerId: exampleId('provider'), templateId: exampleId('formTemplate') },
  })
export type RequestProviderForm = z.infer<typeof RequestProviderForm>

export const SaveFormResponse = z
  .strictObject({
    answers: sent.meta({
      description:
        'Answers by the key of the question. Answers that you omit stay as saved; null removes an answer.',
    }),
  })
  .meta({ id: 'SaveFormResponse', example: { answers: EXAMPLE } })

export const SignedName = line(200).meta({
  description: 'Full name of the signer, if the form requires a signature.',
  example: 'Mara Weiss',
})
export const SubmitFormResponse = z
  .strictObject({
    answers: sent
      .exactOptional()
      .meta({ description: 'Answers to add to the saved answers.', example: EXAMPLE }),
    signedName: SignedName.exactOptional().meta({
      description: 'Full name of the signer, as typed. Required if the form requires a signature.',
    }),
  })
  .meta({
    id: 'SubmitFormResponse',
    example: { answers: EXAMPLE, signedName: 'Mara Weiss' },
  })
export type SubmitFormResponse = z.infer<typeof SubmitFormResponse>

export const CancelFormResponse = z
  .strictObject({
    reason: reason.min(1).meta({ description: 'Reason for the cancellation.' }),
  })
  .meta({ id: 'CancelFormResponse', example: { reason: 'The family has moved away.' } })

const verification = {
  status: z.enum(FormResponseStatus).meta({ description: 'Status of the form.' }),
  contentHash: hash().meta({ description: 'SHA-256 of the current form and answers.' }),
  valid: z.boolean().nullable().meta({
    description:
      'Whether the answers, scores and signature are unchanged since submission; null if the form was not submitted.',
    example: true,
  }),
  problem: z
    .enum([
      'content_changed',
      'scores_changed',
      'status_changed',
      'signature_invalid',
      'signature_missing',
    ])
    .nullable()
    .meta({ description: 'What is wrong; null if `valid` is not false.', example: null }),
}

export const FormVerification = resourceSchema('FormVerification', {
  responseId: idOf('formResponse'),
  ...verification,
})
export type FormVerification = z.infer<typeof FormVerification>

export const ProviderFormVerification = resourceSchema('ProviderFormVerification', {
  formId: idOf('providerForm'),
  ...verification,
})
export type ProviderFormVerification = z.infer<typeof ProviderFormVerification>

/** A form that the service of an appointment requires. */
export const AppointmentForm = resourceSchema('AppointmentForm', {
  templateId: idOf('formTemplate'),
  name: z.string().meta({ description: 'Name of the form.', example: 'Intake' }),
  state: z.enum(FORM_STATES).meta({
    description:
      'SUBMITTED if the child has a submitted form that is still valid at the time of the visit.',
  }),
  responseId: idOf('formResponse').nullable(),
})
export type AppointmentForm = z.infer<typeof AppointmentForm>

/** A response with its signature. */
export type FormResponseRow = FormResponseModel & { signature: FormSignatureModel | null }

/** Stored answers, which were validated when they were saved. */
export const answersIn = (row: { answers: unknown }): Answers => row.answers as Answers

const toSignature = (row: FormSignatureModel): FormSignature => ({
  id: row.id,
  signedName: row.signedName,
  actorId: row.actorId,
  clientId: row.clientId,
  contentHash: row.contentHash,
  keyId: row.keyId,
  signature: row.signature,
  signedAt: utc(row.signedAt),
})

const formOf = (row: FormResponseRow) => ({
  templateId: row.templateId,
  templateVersion: row.templateVersion,
  status: row.status,
  answers: answersIn(row) as FormResponse['answers'],
  scores: fromJson(FormResponse.shape.scores, row.scores),
  signature: row.signature && toSignature(row.signature),
  requestedBy: row.requestedBy,
  askedAt: utcOrNull(row.askedAt),
  dueAt: utcOrNull(row.dueAt),
  savedAt: utcOrNull(row.savedAt),
  submittedAt: utcOrNull(row.submittedAt),
  submittedBy: row.submittedBy,
})

// Each type is used only for its own rows, so the subject is always set.
export const toFormResponse = (row: FormResponseRow): FormResponse => ({
  id: row.id,
  childId: row.childId!,
  ...formOf(row),
  clientId: row.clientId,
  cancelReason: row.cancelReason,
  ...recordOf(row),
})

export const toProviderForm = (row: FormResponseRow): ProviderForm => ({
  id: row.id,
  providerId: row.providerId!,
  ...formOf(row),
  cancelReason: row.cancelReason,
  ...recordOf(row),
})
