import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { line, prose } from '#platform/core/records/record.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { assertWithin, type Span } from './rules.ts'

/** The services of 34 CFR 303.13(b); OTHER covers paragraph (d). */
export const IFSP_SERVICE_TYPES = [
  'ASSISTIVE_TECHNOLOGY',
  'AUDIOLOGY',
  'FAMILY_TRAINING',
  'HEALTH',
  'MEDICAL',
  'NURSING',
  'NUTRITION',
  'OCCUPATIONAL_THERAPY',
  'PHYSICAL_THERAPY',
  'PSYCHOLOGICAL',
  'SERVICE_COORDINATION',
  'SIGN_LANGUAGE_AND_CUED_LANGUAGE',
  'SOCIAL_WORK',
  'SPECIAL_INSTRUCTION',
  'SPEECH_LANGUAGE',
  'TRANSPORTATION',
  'VISION',
  'OTHER',
] as const

export const INTENSITIES = ['INDIVIDUAL', 'GROUP'] as const
export const SETTINGS = ['HOME', 'COMMUNITY', 'OTHER'] as const

const PAYER_KINDS = ['PART_C', 'PUBLIC_INSURANCE', 'PRIVATE_INSURANCE', 'FAMILY', 'OTHER'] as const

const MOST_SERVICES = 20

const date = (description: string, example: string | null) =>
  calendarDate().nullable().default(null).meta({ description, example })

const IfspService = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,15}$/, {
        error: 'must be up to 16 lower-case letters, digits and hyphens, such as speech',
      })
      .meta({ description: 'Permanent key of the service within its program.', example: 'speech' }),
    type: z.enum(IFSP_SERVICE_TYPES).meta({
      description: 'Early intervention service, as defined in 34 CFR 303.13(b).',
      example: 'SPEECH_LANGUAGE',
    }),
    serviceId: idOf('service')
      .nullable()
      .default(null)
      .meta({
        description:
          'Service of the centre that provides the IFSP service. Its first session is proposed as the start.',
        example: exampleId('service'),
      }),
    providerId: idOf('provider')
      .nullable()
      .default(null)
      .meta({ description: 'Provider of the service.', example: exampleId('provider') }),
    frequency: line(100).meta({
      description: 'How often the service is provided, and for how long each time.',
      example: 'Twice a week, 45 minutes',
    }),
    intensity: z
      .enum(INTENSITIES)
      .meta({ description: 'Whether the service is provided individually or in a group.' }),
    method: line(200).meta({
      description: 'Method by which the service is provided.',
      example: 'Coaching of parents',
    }),
    setting: z.enum(SETTINGS).meta({
      description: 'Setting in which the service is provided. OTHER is not a natural environment.',
      example: 'HOME',
    }),
    settingJustification: prose(2_000).nullable().default(null).meta({
      description: 'For OTHER: why the service cannot be provided in a natural environment.',
      example: null,
    }),
    payerKind: z.enum(PAYER_KINDS).nullable().default(null).meta({
      description:
        'Type of the payer. PUBLIC_INSURANCE and PRIVATE_INSURANCE require consent to INSURANCE_USE (34 CFR 303.520).',
      example: null,
    }),
    payer: line(200).nullable().default(null).meta({
      description: 'Payer of the service; null if it is not recorded.',
      example: 'Medicaid',
    }),
    plannedStartOn: date('Planned start.', '2026-11-20'),
    plannedEndOn: date('Planned end.', '2027-05-20'),
    consentedOn: date(
      'Date on which the parent consented to the service, from which its clock counts.',
      '2026-11-10',
    ),
    startedOn: date('Date on which the service was first provided.', null),
    endedOn: date('Date on which the service ended or was discontinued.', null),
  })
  .meta({ id: 'IfspService' })
export type IfspService = z.infer<typeof IfspService>

export const IfspServices = z.array(IfspService)

export const IfspServicesInput = IfspServices.max(MOST_SERVICES)
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, {
    error: 'must have different keys',
  })
  .meta({
    description:
      'All services of the IFSP. Services that you omit are removed, as recorded by mistake. If a service ends, set `endedOn` instead.',
    example: [
      {
        key: 'speech',
        type: 'SPEECH_LANGUAGE',
        frequency: 'Twice a week, 45 minutes',
        intensity: 'INDIVIDUAL',
        method: 'Coaching of parents',
        setting: 'HOME',
        providerId: exampleId('provider'),
        consentedOn: '2026-11-10',
      },
    ],
  })

/**
 * A service requires a consent (34 CFR 303.420(a)(3)) and, outside of natural environments, a reason
 * (303.344(d)(1)(ii)(A)).
 */
export const assertIfspServices = (services: readonly IfspService[], span: Span): void =>
  services.forEach((it, index) => {
    const path = (member: keyof IfspService) => `ifspServices.${index}.${member}`
    if ((it.setting === 'OTHER') !== (it.settingJustification !== null))
      throw invalid(
        path('settingJustification'),
        it.setting === 'OTHER' ? 'required' : 'not_allowed',
        'settingJustification is required for the setting OTHER and not allowed for a natural environment.',
      )
    if (it.plannedStartOn && it.plannedEndOn && it.plannedEndOn < it.plannedStartOn)
      throw invalid(
        path('plannedEndOn'),
        'inverted_range',
        'The service ends before it starts. Send a later endedOn.',
      )
    if (it.consentedOn) assertWithin(path('consentedOn'), it.consentedOn, span)
    if (it.startedOn) {
      if (!it.consentedOn)
        throw invalid(
          path('consentedOn'),
          'required',
          'A service cannot start before the consent to it. Send a later startedOn.',
        )
      const earliest = { occurredOn: it.consentedOn, what: 'consent' }
      assertWithin(path('startedOn'), it.startedOn, { ...span, earliest })
    }
    if (!it.endedOn) return
    const begun = it.startedOn ?? it.consentedOn
    const earliest = begun ? { occurredOn: begun, what: 'start' } : span.earliest
    assertWithin(path('endedOn'), it.endedOn, { ...span, earliest })
  })
