import { z } from 'zod'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import { licenseState } from '#organization/provider-licenses/schemas.ts'
import { MODALITIES } from '#organization/providers/profile-schemas.ts'
import { languageTag } from '#messaging/locales/language-tag.ts'
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
    description: 'E-mail address to which questions are sent.',
    example: 'mara.weiss@example.com',
  }),
  contactPhone: phone().meta({ description: 'Telephone number of the adult.' }),
  relationship: line(60).meta({
    description: 'Relationship of the adult to the child, in words.',
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
  modality: z
    .enum(MODALITIES)
    .meta({ description: 'Modality: at the centre, at home, or by video.' }),
  payer: line(100).meta({ description: 'Payer, in words.', example: 'Medicaid' }),
  state: licenseState().meta({
    description: 'State in which the child is treated, as an ISO 3166-2 code.',
    example: 'US-IL',
  }),
  latestStartOn: calendarDate().meta({
    description: 'Latest date on which the family wants to start, as YYYY-MM-DD.',
    example: '2026-12-18',
  }),
}

const needs = z
  .array(needCode())
  .max(20)
  .refine(unique, NOT_TWICE)
  .meta({
    description: 'Codes of the centre’s matching needs (`GET /v1/matching-needs`).',
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
  description: 'Campaign, in the centre’s own words, such as the value of `utm_campaign`.',
  example: 'spring-2027',
})
const language = growing(z.enum(LANGUAGES)).meta({
  description: 'BCP 47 tag of the language for messages to the family.',
  example: 'de',
})

/** A family's consent, with the text and the version that they read. */
const consent = {
  kind: z.enum(ConsentKind).meta({ description: 'Kind of consent.' }),
  text: prose(2_000).min(1).meta({
    description: 'Text to which the family agreed.',
    example: 'The centre may treat our child.',
  }),
  version: z.int().min(1).max(1_000_000).meta({
    description: 'Version of the text.',
    example: 1,
  }),
}

export const LeadConsent = z
  .strictObject({
    ...consent,
    grantedAt: z.iso.datetime().meta({
      description: 'When the family agreed, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
  })
  .meta({ id: 'LeadConsent' })
export type LeadConsent = z.infer<typeof LeadConsent>

const at = (description: string, example: string | null = null) =>
  z.iso.datetime().nullable().meta({ description, example })

const LeadStageEntry = z
  .strictObject({
    status: z
      .enum(LeadStatus)
      .meta({ description: 'Status that the record got.', example: 'QUALIFYING' }),
    enteredAt: z.iso.datetime().meta({
      description: 'When the attempt was made, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    leftAt: at('When the lead left the status, in UTC; null while it has the status.'),
    dueAt: at(
      'When the lead should leave the status, in UTC; null for a final status.',
      '2026-11-24T09:30:00.000Z',
    ),
    clock: z.enum(Clock).nullable().meta({
      description: 'MET: the lead left the stage in time. Null if no clock is running.',
      example: 'DUE',
    }),
    enteredBy: z.string().meta({
      description: 'ID of the user, API key or link that caused the change.',
      example: exampleId('apiKey'),
    }),
  })
  .meta({ id: 'LeadStageEntry' })

const ScoreReasonEntry = z
  .strictObject({
    code: growing(z.enum(SCORE_CODES)).meta({
      description: 'Stable code of the part of the score.',
    }),
    points: z.int().meta({ description: 'Points for this part.', example: 20 }),
    of: z.int().meta({ description: 'Maximum number of points for this part.', example: 40 }),
    text: z.string().meta({
      description: 'Explanation in words.',
      example: '4 of 8 facts are known.',
    }),
  })
  .meta({ id: 'LeadScoreReason' })

const PossibleDuplicate = z
  .strictObject({
    id: naming(ANY_RECORD, z.string()).meta({
      description: 'ID of a client, a child or another lead.',
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
  channel: z
    .enum(ContactChannel)
    .meta({ description: 'Channel of the attempt.', example: 'PHONE' }),
  outcome: z.enum(ContactOutcome).meta({
    description: 'Result of the attempt. CALL_BACK: the family wants to be called at `callAt`.',
    example: 'NO_ANSWER',
  }),
  note: prose(2_000).nullable().meta({
    description: 'Note about the attempt; null if there is none.',
    example: null,
  }),
  callAt: at('When the family wants to be called, in UTC; null if the outcome is not CALL_BACK.'),
  madeAt: z.iso.datetime().meta({
    description: 'When the attempt was made, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  madeBy: z.string().meta({
    description: 'ID of the user or API key that made the attempt.',
    example: exampleId('apiKey'),
  }),
})

/** A family that applies for a place, before their child has a record. */
export const Lead = resourceSchema('Lead', {
  id: idOf('lead'),
  status: z.enum(LeadStatus).meta({
    description:
      'NEW until the platform has processed the lead; QUALIFYING while details are requested or assessed; QUALIFIED; MATCHED once therapists have been found. CONVERTED, LOST and EXPIRED are final.',
    example: 'NEW',
  }),
  stageEnteredAt: z.iso.datetime().meta({
    description: 'When the record got its current status, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  dueAt: at(
    'When the lead should get its next status, in UTC; null for a final status.',
    '2026-11-24T09:30:00.000Z',
  ),
  source,
  campaign: campaign.nullable().meta({ description: 'Campaign; null if it is not known.' }),
  formId: idOf('leadForm').nullable().meta({
    description: 'Public form from which the lead came; null for another source.',
    example: null,
  }),
  locationId: idOf('location').nullable().meta({
    description: 'Location responsible for the lead; null if there is no particular one.',
  }),
  assigneeId: idOf('user').nullable().meta({ description: 'Assignee; null if there is none.' }),
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
    description: 'Information that is missing for qualification.',
    example: ['NEEDS'],
  }),
  score: z
    .strictObject({
      value: z.int().min(0).max(100).meta({ description: 'Score from 0 to 100.', example: 54 }),
      reasons: z.array(ScoreReasonEntry).meta({ description: 'Parts.' }),
    })
    .meta({ description: 'How complete and urgent the lead is now.' }),
  possibleDuplicates: z.array(PossibleDuplicate).meta({
    description:
      'Records that you are allowed to read and that may be of the same people. Nothing is merged automatically.',
  }),
  matchId: idOf('therapistMatch').nullable().meta({
    description:
      'Match with the therapists who were found (`GET /v1/therapist-matches/{id}`); null until then.',
  }),
  offers: z
    .array(LeadOffer)
    .meta({ description: 'Offers of the lead to providers, oldest first.' }),
  contactAttempts: z
    .array(LeadContactAttempt)
    .meta({ description: 'Contact attempts, oldest first.' }),
  stages: z.array(LeadStageEntry).meta({ description: 'Stages of the lead so far, oldest first.' }),
  childId: idOf('child')
    .nullable()
    .meta({ description: 'Child that was created from the lead; null until then.' }),
  clientId: idOf('client').nullable().meta({
    description: 'Client that was created from the lead; null until then.',
  }),
  lostReason: z.enum(LostReason).nullable().meta({
    description: 'Reason why the lead was lost; null if it is not LOST.',
    example: null,
  }),
  closedAt: at('When the lead was closed, in UTC; null while it is open.'),
  forgottenAt: at('When the data that identifies the family was deleted, in UTC; null until then.'),
  createdBy: z.string().meta({
    description: 'ID of the user, API key or link that created the lead.',
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
    language: language.exactOptional().meta({
      description: 'Language of the messages to the family. Defaults to the centre’s language.',
    }),
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
            description: 'When the family agreed: ISO 8601 with an offset.',
            example: '2026-11-21T10:30:00+01:00',
          }),
        }),
      )
      .max(5)
      .default([])
      .meta({ description: 'Consents that the family has already given.', example: [] }),
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
    channel: z
      .enum(ContactChannel)
      .meta({ description: 'Channel of the attempt.', example: 'PHONE' }),
    outcome: z.enum(ContactOutcome).meta({ description: 'Result.', example: 'NO_ANSWER' }),
    note: prose(2_000).min(1).exactOptional().meta({
      description: 'Note about the attempt, up to 2,000 characters.',
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
      description: 'Reason why the lead was lost.',
      example: 'WENT_ELSEWHERE',
    }),
  })
  .meta({ id: 'LoseLead', example: { reason: 'WENT_ELSEWHERE' } })

export const HandOverLead = z
  .strictObject({ locationId: idOf('location') })
  .meta({ id: 'HandOverLead', example: { locationId: exampleId('location') } })
