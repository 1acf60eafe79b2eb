import { aloneMembers, aloneOf } from '#platform/core/access/with-approvable-alone.ts'
import { z } from 'zod'
import { CreateProvider } from '#organization/providers/schemas.ts'
import { email } from '#platform/core/contact/contact.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { ProvidedBy, Requirement } from '../onboarding-plans/requirement.ts'
import { itemsOf, type Item, type OnboardingRow } from './onboarding-row.ts'
import {
  Evidence,
  ItemStatus,
  itemWaitsFor,
  OnboardingStatus,
  WaitsFor,
  type OnboardingStatus as Status,
} from './rules.ts'

const at = (description: string, example: string | null = null) =>
  z.iso.datetime().nullable().meta({ description, example })
const who = (description: string) => z.string().nullable().meta({ description, example: null })
const reason = prose(2_000).min(1)

export const OnboardingReference = z
  .strictObject({
    id: idOf('onboardingReference'),
    name: z.string().meta({
      description: 'Name of the referee, as the applicant wrote it.',
      example: 'Dr. Jana Kern',
    }),
    status: z.enum(['ASKED', 'GIVEN', 'ENDED']).meta({
      description: 'Status of the reference. ENDED: it is no longer needed.',
      example: 'GIVEN',
    }),
    askedAt: z.iso.datetime().meta({
      description: 'When the applicant named the referee, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    answeredAt: at('When the referee answered, in UTC; null until then.'),
    relationship: z.string().nullable().meta({
      description: 'How the referee knows the applicant; null until the referee answers.',
      example: 'Supervised her for three years',
    }),
    recommends: z.boolean().nullable().meta({
      description: 'Whether the referee recommends the applicant; null until the referee answers.',
      example: true,
    }),
    comment: z.string().nullable().meta({
      description: 'Comment of the referee; null if there is none.',
      example: null,
    }),
  })
  .meta({ id: 'OnboardingReference' })

const OnboardingItem = z
  .strictObject({
    key: Requirement.shape.key,
    kind: Requirement.shape.kind,
    title: Requirement.shape.title,
    providedBy: z
      .enum(ProvidedBy)
      .meta({ description: 'Who must provide the item.', example: 'APPLICANT' }),
    blocking: Requirement.shape.blocking,
    status: z.enum(ItemStatus).meta({
      description:
        'PROVIDED: the item needs verification. RETURNED: it is requested again. WAIVED: it is no longer required.',
      example: 'PROVIDED',
    }),
    waitingOn: z.enum(WaitsFor).nullable().meta({
      description: 'Party that must act; null once the item is accepted or waived.',
      example: 'VERIFIER',
    }),
    dueAt: z.iso.datetime().meta({
      description: 'When it is due, in UTC.',
      example: '2026-12-05T22:59:00.000Z',
    }),
    providedAt: at('When the item was last provided, in UTC; null until then.'),
    decidedAt: at('When the item was accepted, returned or waived, in UTC; null until then.'),
    decidedBy: who(
      'Who accepted, returned or waived the item: the ID of a user or an API key; null until then.',
    ),
    reason: z.string().nullable().meta({
      description: 'Reason why the item was returned or waived; null if it was not.',
      example: null,
    }),
    evidence: growing(z.enum(Evidence)).nullable().meta({
      description:
        'What shows that the requirement of the accepted item is met: the verified license, the signed agreement, the references, the document, or the note. Null until it is accepted, and for items that were accepted before this was recorded.',
      example: 'NOTE',
    }),
    note: z.string().nullable().meta({
      description: 'Note of the person who accepted the item; null if there is none.',
      example: null,
    }),
    expiresAt: at('When the accepted item expires, in UTC; null if it does not expire.'),
    documentId: idOf('providerDocument').nullable().meta({
      description: 'File that was sent; null if there is none.',
      example: null,
    }),
    licenseId: idOf('providerLicense').nullable().meta({
      description: 'For a LICENSE: the license; null until it is provided.',
    }),
    formId: idOf('providerForm').nullable().meta({
      description: 'Agreement to be signed; null if there is none.',
      example: null,
    }),
    references: z
      .array(OnboardingReference)
      .meta({ description: 'For a REFERENCE: the referees.' }),
  })
  .meta({ id: 'OnboardingItem' })

const Stage = z
  .strictObject({
    status: z
      .enum(OnboardingStatus)
      .meta({ description: 'Status that the record got.', example: 'DOCUMENTS' }),
    enteredAt: z.iso.datetime().meta({
      description: 'When the onboarding got the status, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    enteredBy: z.string().meta({
      description: 'ID of the user, API key or link that caused the change.',
      example: exampleId('apiKey'),
    }),
  })
  .meta({ id: 'OnboardingStage' })

/** The approval process of one provider: requirements and progress. */
export const ProviderOnboarding = resourceSchema('ProviderOnboarding', {
  id: idOf('providerOnboarding'),
  providerId: idOf('provider'),
  planId: idOf('onboardingPlan'),
  planVersion: z
    .int()
    .meta({ description: 'Version of the plan that the onboarding follows.', example: 1 }),
  status: z.enum(OnboardingStatus).meta({
    description:
      'Status, computed from the items. APPLIED: nothing has been received. DOCUMENTS: something is missing. VERIFICATION: something needs verification. APPROVAL: all blocking items are done. The provider has the same status.',
    example: 'DOCUMENTS',
  }),
  stageEnteredAt: z.iso.datetime().meta({
    description: 'When the record got its current status, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  waitingOn: z.array(z.enum(WaitsFor)).meta({
    description: 'Parties that must act; empty once the onboarding has ended.',
    example: ['APPLICANT'],
  }),
  dueAt: at(
    'When the first missing item is due, in UTC; null if nothing is missing.',
    '2026-12-05T22:59:00.000Z',
  ),
  items: z
    .array(OnboardingItem)
    .meta({ description: 'Items, in the order of the plan’s requirements.' }),
  stages: z.array(Stage).meta({ description: 'Stages of the onboarding so far, oldest first.' }),
  startedBy: z.string().meta({
    description:
      'Who started the onboarding and therefore cannot approve it: the ID of a user or an API key.',
    example: exampleId('apiKey'),
  }),
  invitedAt: z.iso.datetime().meta({
    description: 'When the applicant was last invited, in UTC. Reminders do not count.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  decidedAt: at(
    'When the onboarding was approved, rejected or withdrawn, in UTC; null until then.',
  ),
  decidedBy: who('Who approved, rejected or withdrew the onboarding; null until then.'),
  ...aloneMembers,
  reason: z.string().nullable().meta({
    description: 'Reason why the onboarding was rejected or withdrawn; null if it was not.',
    example: null,
  }),
  ...recordMembers,
})
export type ProviderOnboarding = z.infer<typeof ProviderOnboarding>

const { name, phone, profession, specialties, languages, locationIds, npi } = CreateProvider.shape

const Applicant = z
  .strictObject({
    name,
    email: email().meta({
      description: 'E-mail address to which the links are sent.',
      example: 'ana.ruiz@example.com',
    }),
    phone,
    profession,
    npi,
    specialties,
    languages,
    locationIds,
  })
  .meta({
    id: 'Applicant',
    example: {
      name: 'Ana Ruiz',
      email: 'ana.ruiz@example.com',
      profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
    },
  })

export const StartProviderOnboarding = z
  .strictObject({
    planId: idOf('onboardingPlan').meta({
      description: 'Onboarding plan. The onboarding follows the plan’s published version.',
    }),
    applicant: Applicant.exactOptional().meta({
      description:
        'Applicant, who becomes a provider with status APPLIED. Send either this or `providerId`.',
    }),
    providerId: idOf('provider').exactOptional().meta({
      description:
        'Provider who applies again after a rejection or withdrawal. Send either this or `applicant`.',
    }),
  })
  .meta({
    id: 'StartProviderOnboarding',
    example: {
      planId: exampleId('onboardingPlan'),
      applicant: z.globalRegistry.get(Applicant)!.example,
    },
  })
export type StartProviderOnboarding = z.infer<typeof StartProviderOnboarding>

export const EndOnboarding = z
  .strictObject({
    reason: reason.meta({
      description: 'Reason, up to 2,000 characters.',
      example: 'The position was filled.',
    }),
  })
  .meta({ id: 'EndOnboarding', example: { reason: 'The position was filled.' } })

export const AcceptItem = z
  .strictObject({
    note: reason.exactOptional().meta({
      description:
        'What you saw or did. Required if nothing else shows that the requirement is met: no document, verified license, signed agreement or reference.',
      example: 'Certificate of good conduct seen on 20 November, without entries.',
    }),
    documentId: idOf('providerDocument')
      .exactOptional()
      .meta({
        description: 'Document of the provider that shows it; needs `provider-documents:read`.',
        example: exampleId('providerDocument'),
      }),
  })
  .meta({ id: 'AcceptOnboardingItem', example: { note: 'Certificate seen, without entries.' } })
export type AcceptItem = z.infer<typeof AcceptItem>

export const ReturnItem = z
  .strictObject({
    reason: reason.meta({
      description: 'What is wrong with the item. The applicant can read it.',
      example: 'The second page is missing.',
    }),
  })
  .meta({ id: 'ReturnOnboardingItem', example: { reason: 'The second page is missing.' } })

export const WaiveItem = z
  .strictObject({
    reason: reason.meta({
      description: 'Reason why the item is not required.',
      example: 'Known from an earlier contract.',
    }),
  })
  .meta({ id: 'WaiveOnboardingItem', example: { reason: 'Known from an earlier contract.' } })

export const MoveOnboarding = z
  .strictObject({
    planVersion: z.int().min(1).max(1_000_000).meta({
      description: 'Number of the version of the same plan.',
      example: 2,
    }),
  })
  .meta({ id: 'MoveProviderOnboarding', example: { planVersion: 2 } })
export type MoveOnboarding = z.infer<typeof MoveOnboarding>

const keys = (description: string) =>
  z.array(Requirement.shape.key).meta({ description, example: [] })

/** An onboarding after its move to another plan version, with the effect on its items. */
export const MovedOnboarding = resourceSchema('MovedProviderOnboarding', {
  dryRun: z
    .boolean()
    .meta({ description: 'Whether this is a dry run, which changes nothing.', example: false }),
  ...ProviderOnboarding.shape,
  kept: keys('Items that stay unchanged.'),
  added: keys('Items that are added.'),
  removed: keys('Items that are no longer required.'),
})
export type MovedOnboarding = z.infer<typeof MovedOnboarding>

/** The path of one item. */
export const ItemParams = z.strictObject({
  id: idOf('providerOnboarding'),
  key: Requirement.shape.key,
})

const toItem = ({ requirement, row, references, status, ...state }: Item) => ({
  key: row.key,
  kind: requirement.kind,
  title: requirement.title,
  providedBy: requirement.providedBy,
  blocking: requirement.blocking,
  status,
  waitingOn: itemWaitsFor({ status, ...state }),
  dueAt: utc(row.dueAt),
  providedAt: utcOrNull(row.providedAt),
  decidedAt: utcOrNull(row.decidedAt),
  decidedBy: row.decidedBy,
  reason: row.reason,
  evidence: row.evidence as Evidence | null,
  note: row.note,
  expiresAt: utcOrNull(row.expiresAt),
  documentId: row.attachmentId,
  licenseId: row.licenseId,
  formId: row.formResponseId,
  references: references.map((reference) => ({
    id: reference.id,
    name: reference.name,
    status: reference.status as z.infer<typeof OnboardingReference>['status'],
    askedAt: utc(reference.askedAt),
    answeredAt: utcOrNull(reference.answeredAt),
    relationship: reference.relationship,
    recommends: reference.recommends,
    comment: reference.comment,
  })),
})

export const toProviderOnboarding = (row: OnboardingRow): ProviderOnboarding => ({
  id: row.id,
  providerId: row.providerId,
  planId: row.planId,
  planVersion: row.planVersion,
  status: row.status as Status,
  stageEnteredAt: utc(row.stageEnteredAt),
  waitingOn: row.waitingOn as ProviderOnboarding['waitingOn'],
  dueAt: utcOrNull(row.dueAt),
  items: itemsOf(row).map(toItem),
  stages: row.stages.map(({ status, enteredAt, enteredBy }) => ({
    status: status as Status,
    enteredAt: utc(enteredAt),
    enteredBy,
  })),
  startedBy: row.startedBy,
  invitedAt: utc(row.invitedAt),
  decidedAt: utcOrNull(row.decidedAt),
  decidedBy: row.decidedBy,
  ...aloneOf(row),
  reason: row.reason,
  ...recordOf(row),
})
