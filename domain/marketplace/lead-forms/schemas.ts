import { z } from 'zod'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import type { LeadForm as FormModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { because } from '#platform/core/input/issue.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { LeadQuestions, type LeadQuestion } from '../leads/questions/lead-questions.ts'

const unique = <Item>(of: (item: Item) => unknown) => ({
  check: (items: readonly Item[]) => new Set(items.map(of)).size === items.length,
  error: { error: 'must not contain duplicates', params: because('duplicate') },
})

const language = z
  .enum(LANGUAGES)
  .meta({ description: 'Language, as a BCP 47 tag.', example: 'en' })

const Text = z
  .strictObject({
    language,
    title: line(120).meta({ description: 'Heading of the page.', example: 'Ask for a place' }),
    intro: prose(2_000).min(1).meta({
      description: 'Text above the questions; null for none.',
      example: 'Tell us a little about your child. We will get in touch with you.',
    }),
  })
  .meta({ id: 'LeadFormText' })

const Consent = z
  .strictObject({
    kind: z.enum(ConsentKind).meta({ description: 'Kind of consent.' }),
    required: z.boolean().default(false).meta({
      description: 'Whether the family must give this consent to send the form.',
    }),
    texts: z
      .array(
        z.strictObject({
          language,
          text: prose(2_000).min(1).meta({
            description: 'Text of the consent.',
            example: 'The centre may treat our child.',
          }),
        }),
      )
      .min(1)
      .max(LANGUAGES.length)
      .meta({ description: 'Text of the consent in each language of the form.' }),
  })
  .meta({
    id: 'LeadFormConsent',
    example: {
      kind: 'TREATMENT',
      required: true,
      texts: [{ language: 'en', text: 'The centre may treat our child.' }],
    },
  })

const byLanguage = unique<{ language: string }>((text) => text.language)
const byKind = unique<{ kind: string }>((consent) => consent.kind)
const itself = unique<string>((question) => question)

const question = z.enum(LeadQuestions)

const members = {
  name: line(100).meta({ description: 'Name used by the centre.', example: 'Website' }),
  active: z.boolean().meta({
    description:
      'Whether the form accepts answers. If false, confirmation links that were already sent still work.',
    example: true,
  }),
  locationId: idOf('location').nullable().meta({
    description: 'Location responsible for the families; null if there is no particular one.',
  }),
  campaign: line(100).nullable().meta({
    description:
      'Campaign of the leads, unless the address of the page contains `?campaign=`; null for none.',
    example: 'website',
  }),
  texts: z
    .array(Text)
    .min(1)
    .max(LANGUAGES.length)
    .refine(byLanguage.check, byLanguage.error)
    .meta({
      description: 'Texts of the page in each language. The first language is the default.',
    }),
  questions: z
    .array(question)
    .max(LeadQuestions.length)
    .refine(itself.check, itself.error)
    .meta({
      description: 'Questions in addition to the name and e-mail address, from a fixed list.',
      example: ['CHILD_NAME', 'CHILD_BIRTH_DATE', 'NEEDS', 'LATEST_START'],
    }),
  required: z
    .array(question)
    .max(LeadQuestions.length)
    .meta({
      description: 'Questions that must be answered.',
      example: ['CHILD_BIRTH_DATE'],
    }),
  consents: z.array(Consent).max(ConsentKind.length).refine(byKind.check, byKind.error).meta({
    description:
      'Consents that the family is asked for. They become consents of the child when the lead is converted.',
  }),
}

export const LeadForm = resourceSchema('LeadForm', {
  id: idOf('leadForm'),
  path: z.string().meta({
    description: 'Path of the page on this host. The page requires no sign-in.',
    example: '/lead-forms/lfm_01m7zavmhde4es2ts9few7fzev',
  }),
  ...members,
  consentVersion: z.int().min(1).meta({
    description:
      'Version of the consent texts. Existing leads keep the version to which the family agreed.',
    example: 1,
  }),
  ...recordMembers,
})
export type LeadForm = z.infer<typeof LeadForm>

const EXAMPLE = {
  name: 'Website',
  texts: [
    {
      language: 'en' as const,
      title: 'Ask for a place',
      intro: 'Tell us a little about your child. We will get in touch with you.',
    },
  ],
  questions: ['CHILD_NAME', 'CHILD_BIRTH_DATE', 'NEEDS'] as LeadQuestion[],
  required: ['CHILD_BIRTH_DATE'] as LeadQuestion[],
}

export const CreateLeadForm = z
  .strictObject({
    ...members,
    active: members.active.default(true),
    locationId: members.locationId.default(null),
    campaign: members.campaign.default(null),
    required: members.required.default([]),
    consents: members.consents.default([]),
  })
  .meta({ id: 'CreateLeadForm', example: EXAMPLE })
export type CreateLeadForm = z.infer<typeof CreateLeadForm>

export const PatchLeadForm = z
  .strictObject({
    name: members.name.exactOptional(),
    active: members.active.exactOptional(),
    locationId: members.locationId.exactOptional(),
    campaign: members.campaign.exactOptional(),
    texts: members.texts.exactOptional(),
    questions: members.questions.exactOptional(),
    required: members.required.exactOptional(),
    consents: members.consents.exactOptional(),
  })
  .meta({ id: 'PatchLeadForm', example: { active: false } })
export type PatchLeadForm = z.infer<typeof PatchLeadForm>

export const formTextsOf = ({ texts }: Pick<FormModel, 'texts'>) => fromJson(members.texts, texts)
export const formConsentsOf = ({ consents }: Pick<FormModel, 'consents'>) =>
  fromJson(members.consents, consents)

/** The path of a form's page, relative to the platform's public address. */
const leadFormPath = (id: string): string => `/lead-forms/${id}`

export const toLeadForm = (row: FormModel): LeadForm => ({
  id: row.id,
  path: leadFormPath(row.id),
  name: row.name,
  active: row.active,
  locationId: row.locationId,
  campaign: row.campaign,
  texts: formTextsOf(row),
  questions: row.questions as LeadQuestion[],
  required: row.required as LeadQuestion[],
  consents: formConsentsOf(row),
  consentVersion: row.consentVersion,
  ...recordOf(row),
})
