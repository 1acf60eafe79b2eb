import { z } from 'zod'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import { licenseState } from '#organization/provider-licenses/schemas.ts'
import { MODALITIES } from '#organization/providers/profile-schemas.ts'
import { languageTag } from '#organization/providers/language-tag.ts'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import { email, phone } from '#platform/core/contact/contact.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { line, prose, recordMembers } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, instant } from '#platform/core/time/time.ts'
import { needCode } from '../../matching-needs/schemas.ts'
import { LeadOffer } from '../offers/schemas.ts'
import {
  Clock,
  ContactChannel,
  ContactOutcome,
  LeadFact,
  LeadSource,
  LeadStatus,
  LostReason,
} from './rules.ts'
import { SCORE_CODES } from './score.ts'

const unique = (values: readonly string[]) => new Set(values).size === values.length
const NOT_TWICE = { error: 'must not contain duplicates' }

/** The family's statements; null for an erased lead. */
const said = {
  contactName: line(200).meta({
    description: 'Full name of the adult who asks for a place.',
    example: 'Mara Weiss',
  }),
  contactEmail: email().meta({
    description: 'Where questions are sent.',
    example: 'mara.weiss@example.com',
  }),
  contactPhone: phone().meta({ description: 'Telephone number.' }),
  relationship: line(60).meta({
    description: 'Relation of the adult to the child, in words.',
    example: 'mother',
  }),
  childFirstName: line(100).meta({ description: 'First name of the child.', example: 'Lena' }),
  childLastName: line(100).meta({ description: 'Last name of the child.', example: 'Weiss' }),
  childBirthDate: calendarDate().meta({
    description: 'Date of birth of the child, as YYYY-MM-DD.',
    example: '2024-04-30',
  }),
  message: prose(2_000).meta({
    description: 'Message of the family, up to 2,000 characters.',
    example: 'We were told to ask for speech therapy.',
  }),
  modality: z.enum(MODALITIES).meta({ description: 'At the centre, at home, or by video.' }),
  payer: line(100).meta({ description: 'Who pays, in words.', example: 'Medicaid' }),
  state: licenseState().meta({
    description: 'Where the child is treated, by ISO 3166-2.',
    example: 'US-IL',
  }),
  latestStartOn: calendarDate().meta({
    description: 'When the family wants to start at the latest, as YYYY-MM-DD.',
    example: '2026-12-18',
  }),
}

const needs = z
  .array(needCode())
  .max(20)
  .refine(unique, NOT_TWICE)
  .meta({
    description: 'Codes of the centre’s needs (`GET /v1/matching-needs`).',
    example: ['speech_delay'],
  })
const languages = (tag: z.ZodType<string>) =>
  z
    .array(tag)
    .max(10)
    .meta({
      description: 'Languages of the family, as BCP 47 tags.',
      example: ['de', 'tr'],
    })
const source = z.enum(LeadSource).meta({
  description: 'Source of the lead.',
  example: 'PHONE',
})
const campaign = line(100).meta({
  description: 'Campaign, in the centre’s words, such as `utm_campaign`.',
  example: 'spring-2027',
})
const language = growing(z.enum(LANGUAGES)).meta({
  description: 'BCP 47 tag of the language for messages to the family.',
  example: 'de',
})

/** A family's consent, with the text and the version that they read. */
const consent = {
  kind: z.enum(ConsentKind).meta({ description: 'What the consent allows.' }),
  text: prose(2_000).min(1).meta({
    description: 'The text that they agreed to.',
    example: 'The centre may treat our child.',
  }),
  version: z.int().min(1).max(1_000_000).meta({
    description: 'Version of this text.',
    example: 1,
  }),
}

export const LeadConsent = z
  .strictObject({
    ...consent,
    grantedAt: z.iso.datetime().meta({
      description: 'When they agreed, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
  })
  .meta({ id: 'LeadConsent' })
export type LeadConsent = z.infer<typeof LeadConsent>

const at = (description: string, example: string | null = null) =>
  z.iso.datetime().nullable().meta({ description, example })

const LeadStageEntry = z
  .strictObject({
    status: z.enum(LeadStatus).meta({ description: 'Resulting record.', example: 'QUALIFYING' }),
    enteredAt: z.iso.datetime().meta({
      description: 'When, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    leftAt: at('When the lead left the status, in UTC; null while it is in it.'),
    dueAt: at('Until when it should have, in UTC; null of an end.', '2026-11-24T09:30:00.000Z'),
    clock: z.enum(Clock).nullable().meta({
      description: 'MET: the lead left the stage in time. null: no clock runs.',
      example: 'DUE',
    }),
    enteredBy: z.string().meta({
      description: 'Id of the user, API key or link that caused it.',
      example: exampleId('apiKey'),
    }),
  })
  .meta({ id: 'LeadStageEntry' })

const ScoreReasonEntry = z
  .strictObject({
    code: growing(z.enum(SCORE_CODES)).meta({ description: 'What counts.' }),
    points: z.int().meta({ description: 'Its part of the score.', example: 20 }),
    of: z.int().meta({ description: 'Maximum number of points.', example: 40 }),
    text: z.string().meta({
      description: 'The same, in words.',
      example: '4 of 8 facts are known.',
    }),
  })
  .meta({ id: 'LeadScoreReason' })

const PossibleDuplicate = z
  .strictObject({
    id: naming(ANY_RECORD, z.string()).meta({
      description: 'A client, a child or another lead.',
      example: exampleId('client'),
    }),
    reasons: z
      .array(growing(z.enum(['same_email', 'same_phone', 'same_name', 'same_birth_date'])))
      .meta({ description: 'Why.', example: ['same_email'] }),
  })
  .meta({ id: 'LeadPossibleDuplicate' })
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>

const LeadContactAttempt = resourceSchema('LeadContactAttempt', {
  id: idOf('leadContactAttempt'),
  channel: z.enum(ContactChannel).meta({ description: 'By what.', example: 'PHONE' }),
  outcome: z.enum(ContactOutcome).meta({
    description: 'Result. CALL_BACK: the family wants to be called at `callAt`.',
    example: 'NO_ANSWER',
  }),
  note: prose(2_000).nullable().meta({
    description: 'Text, if any.',
    example: null,
  }),
  callAt: at('When the family wants to be called, in UTC; null otherwise.'),
  madeAt: z.iso.datetime().meta({
    description: 'When, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  madeBy: z.string().meta({
    description: 'Id of the user or API key that tried.',
    example: exampleId('apiKey'),
  }),
})

/** A family that applies for a place, before their child has a record. */
export const Lead = resourceSchema('Lead', {
  id: idOf('lead'),
  status: z.enum(LeadStatus).meta({
    description:
      'NEW until the platform has processed it; QUALIFYING while something is asked or judged; QUALIFIED; MATCHED once therapists were found. CONVERTED, LOST and EXPIRED are final.',
    example: 'NEW',
  }),
  stageEnteredAt: z.iso.datetime().meta({
    description: 'Since when it has this status, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  dueAt: at(
    'Until when it should have the next, in UTC; null of an end.',
    '2026-11-24T09:30:00.000Z',
  ),
  source,
  campaign: campaign.nullable().meta({ description: 'Campaign, if known.' }),
  formId: idOf('leadForm').nullable().meta({
    description: 'The public form that it came from; null for another source.',
    example: null,
  }),
  locationId: idOf('location').nullable().meta({
    description: 'The location responsible for it; null for none in particular.',
  }),
  assigneeId: idOf('user').nullable().meta({ description: 'Assignee, if any.' }),
  language,
  contactName: said.contactName.nullable(),
  contactEmail: said.contactEmail.nullable(),
  contactPhone: said.contactPhone.nullable(),
  relationship: said.relationship.nullable(),
  childFirstName: said.childFirstName.nullable(),
  childLastName: said.childLastName.nullable(),
  childBirthDate: said.childBirthDate.nullable(),
  message: said.message.nullable(),
  needs,
  languages: languages(z.string()),
  modality: said.modality.nullable(),
  payer: said.payer.nullable(),
  state: said.state.nullable(),
  latestStartOn: said.latestStartOn.nullable(),
  consents: z.array(LeadConsent).meta({ description: 'Consents given by the family.' }),
  missing: z.array(z.enum(LeadFact)).meta({
    description: 'Information required for qualification.',
    example: ['NEEDS'],
  }),
  score: z
    .strictObject({
      value: z.int().min(0).max(100).meta({ description: 'From 0 to 100.', example: 54 }),
      reasons: z.array(ScoreReasonEntry).meta({ description: 'Parts.' }),
    })
    .meta({ description: 'How complete and urgent it is now.' }),
  possibleDuplicates: z.array(PossibleDuplicate).meta({
    description:
      'Records that you may read and that may be the same people. Nothing is merged automatically.',
  }),
  matchId: idOf('therapistMatch').nullable().meta({
    description: 'The therapists who were found (`GET /v1/therapist-matches/{id}`); null before.',
  }),
  offers: z.array(LeadOffer).meta({ description: 'Its offers, oldest first.' }),
  contactAttempts: z
    .array(LeadContactAttempt)
    .meta({ description: 'Contact attempts, oldest first.' }),
  stages: z.array(LeadStageEntry).meta({ description: 'Its stages so far, oldest first.' }),
  childId: idOf('child').nullable().meta({ description: 'The child that it became; null before.' }),
  clientId: idOf('client').nullable().meta({
    description: 'The client that the adult became; null before.',
  }),
  lostReason: z.enum(LostReason).nullable().meta({
    description: 'Why it was lost; null unless it is LOST.',
    example: null,
  }),
  closedAt: at('When it was closed, in UTC; null while it is open.'),
  forgottenAt: at('When what names the family was deleted, in UTC; null before.'),
  createdBy: z.string().meta({
    description: 'Id of the user, API key or link that recorded it.',
    example: exampleId('apiKey'),
  }),
  ...recordMembers,
})
export type Lead = z.infer<typeof Lead>

export const CreateLead = z
  .strictObject({
    source,
    campaign: campaign.exactOptional(),
    locationId: idOf('location').exactOptional(),
    assigneeId: idOf('user').exactOptional(),
    language: language.exactOptional().meta({ description: 'Defaults to the centre’s.' }),
    contactName: said.contactName,
    contactEmail: said.contactEmail.exactOptional(),
    contactPhone: said.contactPhone.exactOptional(),
    relationship: said.relationship.exactOptional(),
    childFirstName: said.childFirstName.exactOptional(),
    childLastName: said.childLastName.exactOptional(),
    childBirthDate: said.childBirthDate.exactOptional(),
    message: said.message.exactOptional(),
    needs: needs.default([]),
    languages: languages(languageTag).default([]),
    modality: said.modality.exactOptional(),
    payer: said.payer.exactOptional(),
    state: said.state.exactOptional(),
    latestStartOn: said.latestStartOn.exactOptional(),
    consents: z
      .array(
        z.strictObject({
          ...consent,
          grantedAt: instant().meta({
            description: 'When they agreed: ISO 8601 with an offset.',
            example: '2026-11-21T10:30:00+01:00',
          }),
        }),
      )
      .max(5)
      .default([])
      .meta({ description: 'Consents already given by the family.', example: [] }),
  })
  .meta({
    id: 'CreateLead',
    example: {
      source: 'PHONE',
      campaign: 'spring-2027',
      contactName: 'Mara Weiss',
      contactEmail: 'mara.weiss@example.com',
      childFirstName: 'Lena',
      childLastName: 'Weiss',
      childBirthDate: '2024-04-30',
      languages: ['de'],
    },
  })
export type CreateLead = z.infer<typeof CreateLead>

export const PatchLead = z
  .strictObject({
    campaign: campaign.nullable().exactOptional(),
    assigneeId: idOf('user').nullable().exactOptional(),
    language: language.exactOptional(),
    contactName: said.contactName.exactOptional(),
    contactEmail: said.contactEmail.nullable().exactOptional(),
    contactPhone: said.contactPhone.nullable().exactOptional(),
    relationship: said.relationship.nullable().exactOptional(),
    childFirstName: said.childFirstName.nullable().exactOptional(),
    childLastName: said.childLastName.nullable().exactOptional(),
    childBirthDate: said.childBirthDate.nullable().exactOptional(),
    message: said.message.nullable().exactOptional(),
    needs: needs.exactOptional(),
    languages: languages(languageTag).exactOptional(),
    modality: said.modality.nullable().exactOptional(),
    payer: said.payer.nullable().exactOptional(),
    state: said.state.nullable().exactOptional(),
    latestStartOn: said.latestStartOn.nullable().exactOptional(),
  })
  .meta({ id: 'PatchLead', example: { contactPhone: '+49 30 1234567' } })
export type PatchLead = z.infer<typeof PatchLead>

export const RecordContactAttempt = z
  .strictObject({
    channel: z.enum(ContactChannel).meta({ description: 'By what.', example: 'PHONE' }),
    outcome: z.enum(ContactOutcome).meta({ description: 'Result.', example: 'NO_ANSWER' }),
    note: prose(2_000).min(1).exactOptional().meta({
      description: 'Text, up to 2,000 characters.',
      example: 'Try in the evening.',
    }),
    callAt: instant().exactOptional().meta({
      description: 'For CALL_BACK: when the family wants to be called.',
      example: '2026-12-01T18:00:00+01:00',
    }),
  })
  .meta({ id: 'RecordLeadContactAttempt', example: { channel: 'PHONE', outcome: 'NO_ANSWER' } })
export type RecordContactAttempt = z.infer<typeof RecordContactAttempt>

export const LoseLead = z
  .strictObject({
    reason: z.enum(LostReason).exclude(['ERASED']).meta({
      description: 'Why it was lost.',
      example: 'WENT_ELSEWHERE',
    }),
  })
  .meta({ id: 'LoseLead', example: { reason: 'WENT_ELSEWHERE' } })

export const HandOverLead = z
  .strictObject({ locationId: idOf('location') })
  .meta({ id: 'HandOverLead', example: { locationId: exampleId('location') } })
