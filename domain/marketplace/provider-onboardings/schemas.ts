import { z } from 'zod'
import { CreateProvider } from '#organization/providers/schemas.ts'
import { email } from '#platform/core/contact/contact.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { ProvidedBy, Requirement } from '../onboarding-plans/requirement.ts'
import { itemsOf, type Item, type OnboardingRow } from './onboarding-row.ts'
import {
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
    name: z
      .string()
      .meta({ description: 'Relation, as the applicant wrote it.', example: 'Dr. Jana Kern' }),
    status: z.enum(['ASKED', 'GIVEN', 'ENDED']).meta({
      description: 'ENDED: no longer wanted.',
      example: 'GIVEN',
    }),
    askedAt: z.iso.datetime().meta({
      description: 'When the applicant named them, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    answeredAt: at('When they answered, in UTC; null before.'),
    relationship: z.string().nullable().meta({
      description: 'How they know the applicant; null before they answer.',
      example: 'Supervised her for three years',
    }),
    recommends: z.boolean().nullable().meta({
      description: 'Whether they recommend the applicant; null before they answer.',
      example: true,
    }),
    comment: z.string().nullable().meta({
      description: 'Comment, if any.',
      example: null,
    }),
  })
  .meta({ id: 'OnboardingReference' })

const OnboardingItem = z
  .strictObject({
    key: Requirement.shape.key,
    kind: Requirement.shape.kind,
    title: Requirement.shape.title,
    providedBy: z.enum(ProvidedBy).meta({ description: 'Who provides it.', example: 'APPLICANT' }),
    blocking: Requirement.shape.blocking,
    status: z.enum(ItemStatus).meta({
      description:
        'PROVIDED waits for verification; RETURNED is requested again; WAIVED is no longer required.',
      example: 'PROVIDED',
    }),
    waitingOn: z.enum(WaitsFor).nullable().meta({
      description: 'Whom it waits for; null once it is accepted or waived.',
      example: 'VERIFIER',
    }),
    dueAt: z.iso.datetime().meta({
      description: 'When it is due, in UTC.',
      example: '2026-12-05T22:59:00.000Z',
    }),
    providedAt: at('When it was last provided, in UTC; null before.'),
    decidedAt: at('When it was accepted, returned or waived, in UTC; null before.'),
    decidedBy: who('Who accepted, returned or waived it: the id of a user or an API key.'),
    reason: z.string().nullable().meta({
      description: 'Why it was returned or waived; null unless it was.',
      example: null,
    }),
    expiresAt: at('Until when what was accepted counts, in UTC; null for good.'),
    documentId: idOf('providerDocument').nullable().meta({
      description: 'The file that was sent; null without one.',
      example: null,
    }),
    licenseId: idOf('providerLicense').nullable().meta({
      description: 'For a LICENSE: the named license; null before.',
    }),
    formId: idOf('providerForm').nullable().meta({
      description: 'The agreement as requested and signed; null without one.',
      example: null,
    }),
    references: z
      .array(OnboardingReference)
      .meta({ description: 'For a REFERENCE: the named referees.' }),
  })
  .meta({ id: 'OnboardingItem' })

const Stage = z
  .strictObject({
    status: z
      .enum(OnboardingStatus)
      .meta({ description: 'Resulting record.', example: 'DOCUMENTS' }),
    enteredAt: z.iso.datetime().meta({
      description: 'When, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    enteredBy: z.string().meta({
      description: 'Id of the user, API key or link that caused it.',
      example: exampleId('apiKey'),
    }),
  })
  .meta({ id: 'OnboardingStage' })

/** The approval process of one provider: requirements and progress. */
export const ProviderOnboarding = resourceSchema('ProviderOnboarding', {
  id: idOf('providerOnboarding'),
  providerId: idOf('provider'),
  planId: idOf('onboardingPlan'),
  planVersion: z.int().meta({ description: 'The version that it follows.', example: 1 }),
  status: z.enum(OnboardingStatus).meta({
    description:
      'Computed from the items: APPLIED while nothing has been received, DOCUMENTS while something is missing, VERIFICATION while something needs verification, APPROVAL once all blocking items are done. The provider has the same status.',
    example: 'DOCUMENTS',
  }),
  stageEnteredAt: z.iso.datetime().meta({
    description: 'Since when it has this status, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  waitingOn: z.array(z.enum(WaitsFor)).meta({
    description: 'Whom it waits for; empty once it has ended.',
    example: ['APPLICANT'],
  }),
  dueAt: at(
    'When the first missing item is due, in UTC; null if there is none.',
    '2026-12-05T22:59:00.000Z',
  ),
  items: z.array(OnboardingItem).meta({ description: 'Requirements, in the order of the plan.' }),
  stages: z.array(Stage).meta({ description: 'Stages so far, oldest first.' }),
  startedBy: z.string().meta({
    description: 'Who started it, and cannot approve it: the id of a user or an API key.',
    example: exampleId('apiKey'),
  }),
  invitedAt: z.iso.datetime().meta({
    description: 'When the applicant was last invited, in UTC; reminders do not count.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  decidedAt: at('When it was approved, rejected or withdrawn, in UTC; null before.'),
  decidedBy: who('Who approved, rejected or withdrew it; null before.'),
  reason: z.string().nullable().meta({
    description: 'Why it was rejected or withdrawn; null unless it was.',
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
      description: 'Address to which the links are sent.',
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
      description: 'The onboarding follows its published version.',
    }),
    applicant: Applicant.exactOptional().meta({
      description:
        'Applicant, who becomes a provider with status APPLIED. Send this or `providerId`.',
    }),
    providerId: idOf('provider').exactOptional().meta({
      description:
        'Provider who applies again after a rejection or withdrawal. Send this or `applicant`.',
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
      description: 'Why, up to 2,000 characters.',
      example: 'The position was filled.',
    }),
  })
  .meta({ id: 'EndOnboarding', example: { reason: 'The position was filled.' } })

export const ReturnItem = z
  .strictObject({
    reason: reason.meta({
      description: 'Fault, shown to the applicant.',
      example: 'The second page is missing.',
    }),
  })
  .meta({ id: 'ReturnOnboardingItem', example: { reason: 'The second page is missing.' } })

export const WaiveItem = z
  .strictObject({
    reason: reason.meta({
      description: 'Why it is not needed.',
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
  dryRun: z.boolean().meta({ description: 'Whether nothing was written.', example: false }),
  ...ProviderOnboarding.shape,
  kept: keys('Items that stay as they are.'),
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
  reason: row.reason,
  ...recordOf(row),
})
