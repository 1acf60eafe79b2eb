import { z } from 'zod'
import type {
  Ifsp as IfspModel,
  IfspSignature as SignatureModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { calendarDate, dateText, utc, utcOrNull } from '#platform/core/time/time.ts'
import { IfspServices } from '../programs/ifsp-services.ts'
import { IFSP_KINDS, IfspStatus, PARTS } from './names.ts'

const MOST_OUTCOMES = 20
const MOST_STEPS = 30

const text = (description: string, example: string | null) =>
  prose(4_000).min(1).nullable().meta({ description, example })

const level = (domain: string, example: string) =>
  text(
    `Present level of ${domain}, based on objective criteria; null until it is written.`,
    example,
  )

const PresentLevels = z
  .strictObject({
    physical: level(
      'physical development, with vision, hearing, motor and health status',
      'Walks with one hand held. Hearing and vision are normal.',
    ),
    cognitive: level('cognitive development', 'Finds hidden toys.'),
    communication: level('communication development', 'Says five words.'),
    socialOrEmotional: level('social or emotional development', 'Waves goodbye.'),
    adaptive: level('adaptive development', 'Eats with a spoon, with help.'),
  })
  .meta({ id: 'IfspPresentLevels' })

const IfspFamily = z
  .strictObject({
    concurred: z.boolean().meta({
      description: 'Whether the family agreed that the following is written into the plan.',
      example: true,
    }),
    resources: text('Resources of the family.', 'The grandmother lives with the family.'),
    priorities: text('Priorities of the family.', 'That Lena can say what she wants.'),
    concerns: text('Concerns of the family.', 'She is often sick.'),
  })
  .meta({ id: 'IfspFamily' })

const IfspOutcomes = z.array(
  z
    .strictObject({
      outcome: line(500).meta({
        description: 'What the child or the family is expected to achieve.',
        example: 'Lena asks for food and toys with words.',
      }),
      criteria: line(500).meta({
        description: 'Criteria by which progress is determined.',
        example: 'Ten different words, at two meals of three.',
      }),
      procedures: line(500).meta({
        description: 'Procedures by which progress is determined.',
        example: 'Parents note new words; the therapist observes a meal each month.',
      }),
      timelines: line(200).meta({
        description: 'Timelines for the outcome.',
        example: 'By May 2027',
      }),
    })
    .meta({ id: 'IfspOutcome' }),
)

const OtherServices = z.array(
  z
    .strictObject({
      service: line(300).meta({
        description: 'Medical or other service that is not early intervention.',
        example: 'Cardiology',
      }),
      steps: line(500).nullable().meta({
        description:
          'Steps by which the coordinator or the family secures the service; null if it is being provided.',
        example: null,
      }),
    })
    .meta({ id: 'IfspOtherService' }),
)

const IfspTransition = z
  .strictObject({
    steps: z
      .array(
        z
          .strictObject({
            step: line(500).meta({
              description: 'Step that supports the transition.',
              example: 'Visit the preschool with the parents.',
            }),
            dueOn: calendarDate().nullable().meta({
              description: 'Date by which the step is done; null if there is none.',
              example: '2028-01-31',
            }),
          })
          .meta({ id: 'IfspTransitionStep' }),
      )
      .max(MOST_STEPS)
      .meta({ description: 'Steps of the transition, in order.' }),
    services: text('Services of the transition; null if none are named.', null),
  })
  .meta({ id: 'IfspTransition' })

const parts = {
  presentLevels: PresentLevels.meta({
    description: 'Present levels of development in the five domains (34 CFR 303.344(a)).',
  }),
  family: IfspFamily.meta({
    description: 'Information about the family, with its concurrence (34 CFR 303.344(b)).',
  }),
  outcomes: IfspOutcomes.meta({ description: 'Outcomes (34 CFR 303.344(c)).' }),
  otherServices: OtherServices.meta({ description: 'Other services (34 CFR 303.344(e)).' }),
  transition: IfspTransition.meta({
    description: 'Steps and services of the transition from Part C (34 CFR 303.344(h)).',
  }),
}
export interface IfspContent {
  presentLevels: z.infer<typeof PresentLevels>
  family: z.infer<typeof IfspFamily>
  outcomes: z.infer<typeof IfspOutcomes>
  otherServices: z.infer<typeof OtherServices>
  transition: z.infer<typeof IfspTransition>
}

/** A plan of which nothing is written yet. */
export const EMPTY: IfspContent = {
  presentLevels: {
    physical: null,
    cognitive: null,
    communication: null,
    socialOrEmotional: null,
    adaptive: null,
  },
  family: { concurred: false, resources: null, priorities: null, concerns: null },
  outcomes: [],
  otherServices: [],
  transition: { steps: [], services: null },
}

const kind = z.enum(IFSP_KINDS).meta({
  description:
    'Meeting at which the plan was made: INITIAL, PERIODIC_REVIEW or ANNUAL (34 CFR 303.342).',
  example: 'INITIAL',
})
const meetingOn = calendarDate().meta({
  description:
    'Date of the meeting, as YYYY-MM-DD. When the plan is presented, the program has its milestone on this date: IFSP, PERIODIC_REVIEW or ANNUAL_IFSP_MEETING.',
  example: '2026-11-10',
})
const changeNote = prose(2_000).min(1).nullable().meta({
  description: 'Why the plan was changed; null if no reason was given.',
  example: null,
})

export const SIGNER_ROLES = ['PARENT', 'SERVICE_COORDINATOR'] as const
export const SIGNING_CHANNELS = ['LINK', 'PAPER', 'API'] as const

const signedName = line(200).meta({
  description: 'Full name of the signer.',
  example: 'Mara Weiss',
})
const declinedServices = z.array(z.string().max(16)).max(20).meta({
  description:
    'Keys of services to which the parent does not consent. All others are consented to (34 CFR 303.342(e), 303.420(d)).',
  example: [],
})

const IfspSignature = z
  .strictObject({
    id: idOf('ifspSignature'),
    role: z
      .enum(SIGNER_ROLES)
      .meta({ description: 'Whether a parent or the service coordinator signed.' }),
    clientId: idOf('client')
      .nullable()
      .meta({ description: 'Parent who signed; null for the coordinator.' }),
    providerId: idOf('provider').nullable().meta({
      description: 'Service coordinator who signed; null for a parent.',
      example: null,
    }),
    signedName,
    channel: z.enum(SIGNING_CHANNELS).meta({
      description: 'Whether it was signed through a link, on paper, or through the API.',
    }),
    declinedServices,
    signedOn: calendarDate().meta({ description: 'Date of the signature.', example: '2026-11-10' }),
    contentHash: z.string().meta({
      description: 'SHA-256 of the plan that was signed, as 64 hexadecimal digits.',
      example: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    }),
    keyId: z.string().meta({
      description: 'ID of the platform key that made the signature.',
      example: exampleId('signingKey'),
    }),
    signature: z
      .string()
      .meta({ description: 'Ed25519 signature, as base64url.', example: 'x5Yc…' }),
    signedAt: z.iso.datetime().meta({
      description: 'When the signature was recorded, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
  })
  .meta({ id: 'IfspSignature' })

export const Ifsp = resourceSchema('Ifsp', {
  id: idOf('ifsp'),
  programId: idOf('program'),
  number: z.int().meta({
    description: 'Number of the version within its program, counted from 1.',
    example: 1,
  }),
  kind,
  status: z.enum(IfspStatus).meta({
    description:
      'DRAFT while it is written; PRESENTED, and from then on frozen; SIGNED by a parent and the coordinator; SUPERSEDED by a later signed version; WITHDRAWN.',
    example: 'DRAFT',
  }),
  meetingOn,
  ...parts,
  services: IfspServices.meta({
    description:
      'Early intervention services with their frequency, intensity, method, setting and payment (34 CFR 303.344(d)): those of the program (`ifspServices`) that have not ended; from the presentation on, as they were then.',
  }),
  serviceCoordinatorId: idOf('provider')
    .nullable()
    .meta({
      description:
        'Service coordinator (34 CFR 303.344(g)): that of the program; from the presentation on, as it was then.',
      example: exampleId('provider'),
    }),
  changeNote,
  changes: z.array(z.enum(PARTS)).meta({
    description:
      'Parts that differ from the version that was signed last; empty for a draft and for the first version.',
    example: [],
  }),
  contentHash: z.string().nullable().meta({
    description: 'SHA-256 of the presented plan; null for a draft.',
    example: null,
  }),
  signatures: z.array(IfspSignature).meta({ description: 'Signatures, oldest first.' }),
  presentedAt: z.iso.datetime().nullable().meta({
    description: 'When the plan was presented, in UTC; null until then.',
    example: null,
  }),
  askedAt: z.iso.datetime().nullable().meta({
    description: 'When the family was last asked to sign, in UTC; null if it was not.',
    example: null,
  }),
  signedAt: z.iso.datetime().nullable().meta({
    description: 'When the last of the required signatures was recorded, in UTC; null until then.',
    example: null,
  }),
  ...recordMembers,
})
export type Ifsp = z.infer<typeof Ifsp>

export type IfspRow = IfspModel & {
  signatures: SignatureModel[]
  program: {
    ifspServices: unknown
    serviceCoordinatorId: string | null
    childId: string
    locationId: string | null
    referralReceivedOn: Date
    checkInLanguage: string | null
  }
}

export const contentOf = (row: IfspModel): IfspContent => ({
  presentLevels: fromJson(PresentLevels, row.presentLevels),
  family: fromJson(IfspFamily, row.family),
  outcomes: fromJson(IfspOutcomes, row.outcomes),
  otherServices: fromJson(OtherServices, row.otherServices),
  transition: fromJson(IfspTransition, row.transition),
})

const toSignature = (row: SignatureModel): z.infer<typeof IfspSignature> => ({
  id: row.id,
  role: row.role as (typeof SIGNER_ROLES)[number],
  clientId: row.clientId,
  providerId: row.providerId,
  signedName: row.signedName,
  channel: row.channel as (typeof SIGNING_CHANNELS)[number],
  declinedServices: row.declinedServices,
  signedOn: dateText(row.signedOn),
  contentHash: row.contentHash,
  keyId: row.keyId,
  signature: row.signature,
  signedAt: utc(row.signedAt),
})

export const toIfsp = (
  row: IfspRow,
  plan: Pick<Ifsp, 'services' | 'serviceCoordinatorId'>,
): Ifsp => ({
  id: row.id,
  programId: row.programId,
  number: row.number,
  kind: row.kind as Ifsp['kind'],
  status: row.status as Ifsp['status'],
  meetingOn: dateText(row.meetingOn),
  ...contentOf(row),
  ...plan,
  changeNote: row.changeNote,
  changes: row.changes as Ifsp['changes'],
  contentHash: row.contentHash,
  signatures: row.signatures.map(toSignature),
  presentedAt: utcOrNull(row.presentedAt),
  askedAt: utcOrNull(row.askedAt),
  signedAt: utcOrNull(row.signedAt),
  ...recordOf(row),
})

const bounded = {
  presentLevels: parts.presentLevels,
  family: parts.family,
  outcomes: IfspOutcomes.max(MOST_OUTCOMES).meta({
    description: 'Outcomes. Replaces all of them.',
  }),
  otherServices: OtherServices.max(MOST_OUTCOMES).meta({
    description: 'Other services. Replaces all of them.',
  }),
  transition: parts.transition,
}

export const CreateIfsp = z
  .strictObject({
    programId: idOf('program'),
    kind: kind.exactOptional().meta({
      description:
        'Meeting at which the plan is made. Defaults to INITIAL for the first plan, otherwise to PERIODIC_REVIEW.',
    }),
    meetingOn,
    changeNote: changeNote.default(null),
  })
  .meta({
    id: 'CreateIfsp',
    example: { programId: exampleId('program'), meetingOn: '2026-11-10' },
  })
export type CreateIfsp = z.infer<typeof CreateIfsp>

export const PatchIfsp = z
  .strictObject({
    kind: kind.exactOptional(),
    meetingOn: meetingOn.exactOptional(),
    presentLevels: bounded.presentLevels.exactOptional(),
    family: bounded.family.exactOptional(),
    outcomes: bounded.outcomes.exactOptional(),
    otherServices: bounded.otherServices.exactOptional(),
    transition: bounded.transition.exactOptional(),
    changeNote: changeNote.exactOptional(),
  })
  .meta({ id: 'PatchIfsp', example: { changeNote: 'More speech therapy.' } })
export type PatchIfsp = z.infer<typeof PatchIfsp>

export const PresentIfsp = z
  .strictObject({
    ask: z.boolean().default(true).meta({
      description:
        'Whether each legal guardian, foster parent and surrogate parent receives a link on which they read and sign the plan. Send false if it is signed on paper.',
      example: true,
    }),
  })
  .meta({ id: 'PresentIfsp', example: { ask: true } })

export const SignIfsp = z
  .strictObject({ signedName })
  .meta({ id: 'SignIfsp', example: { signedName: 'Nora Lang' } })
export type SignIfsp = z.infer<typeof SignIfsp>

export const RecordIfspSignature = z
  .strictObject({
    clientId: idOf('client').meta({ description: 'Parent who signed the plan on paper.' }),
    signedName,
    signedOn: calendarDate().meta({
      description: 'Date of the signature, from the meeting to today.',
      example: '2026-11-10',
    }),
    declinedServices: declinedServices.default([]),
  })
  .meta({
    id: 'RecordIfspSignature',
    example: {
      clientId: exampleId('client'),
      signedName: 'Mara Weiss',
      signedOn: '2026-11-10',
    },
  })
export type RecordIfspSignature = z.infer<typeof RecordIfspSignature>
