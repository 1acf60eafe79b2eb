import { z } from 'zod'
import type { Service as ServiceModel } from '#prisma/generated/client.ts'
import { automationMembers } from './automation-members.ts'
import { AppointmentType } from './appointment-type.ts'
import { ConsentKind } from './consent-kind.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { UnitRule } from './billable-units.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { currencyCode } from '../tenants/schemas.ts'
import { placingMembers, type Placing } from './places-of-service.ts'
import { LONGEST_BUFFER_MINUTES } from './rules.ts'

const buffer = z.int().min(0).max(LONGEST_BUFFER_MINUTES)
const price = z.int().min(0).max(100_000_000)

const members = {
  code: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,62}$/, {
      error: 'must be upper-case letters, digits and underscores, such as EARLY_INTERVENTION',
    })
    .meta({
      description:
        'Code of the service for integrations. Unique among the services that are not archived.',
      example: 'EARLY_INTERVENTION',
    }),
  billingCode: line(20).nullable().meta({
    description:
      'Billing code for payers: CPT, HCPCS or your own. Superbills show it; null to show `code` instead.',
    example: '92507',
  }),
  name: line(200).meta({
    description: 'Name of the service, as shown to families.',
    example: 'Early intervention',
  }),
  appointmentType: z.enum(AppointmentType).meta({
    description: 'Type of appointments for this service. A change applies to new bookings.',
    example: 'EARLY_INTERVENTION',
  }),
  defaultForType: z.boolean().meta({
    description:
      'Whether bookings with a type but no service use this service, with its length and price. Each type can have only one active default service.',
    example: true,
  }),
  durationMinutes: z
    .int()
    .min(5)
    .max(1440)
    .meta({ description: 'Length of an appointment in minutes, from 5 to 1,440.', example: 45 }),
  bufferBeforeMinutes: buffer.meta({
    description:
      'Number of minutes before the start during which the provider and room are also busy.',
    example: 0,
  }),
  bufferAfterMinutes: buffer.meta({
    description:
      'Number of minutes after the end during which the provider and room are also busy.',
    example: 15,
  }),
  capacity: z
    .int()
    .min(1)
    .max(100)
    .meta({ description: 'Maximum number of children at the same time.', example: 1 }),
  leadTimeMinutes: z.int().min(0).max(525_600).meta({
    description: 'Minimum number of minutes before the start at which the service can be booked.',
    example: 60,
  }),
  requiresConfirmation: z
    .boolean()
    .meta({ description: 'Whether bookings start as PENDING_CONFIRMATION.', example: false }),
  confirmationWindowMinutes: z.int().min(15).max(43_200).meta({
    description:
      'Number of minutes after which an unconfirmed booking expires; it expires at its start at the latest.',
    example: 2880,
  }),
  amount: price.nullable().meta({
    description:
      'Price in minor units of the currency; 0 if it is free, null if the price is not known.',
    example: 9500,
  }),
  currency: currencyCode().meta({
    description: 'Currency of all amounts of the service, as an ISO 4217 code.',
  }),
  requiredConsents: z
    .array(z.enum(ConsentKind))
    .max(ConsentKind.length)
    .meta({
      description:
        'Consents that the child must have. Without them, a booking fails with `consent_missing`.',
      example: ['TREATMENT'],
    }),
  requiredForms: z
    .array(idOf('formTemplate'))
    .max(20)
    .refine((ids) => new Set(ids).size === ids.length, {
      error: 'must not repeat a form',
    })
    .meta({
      description:
        'Forms that the guardians must submit before the visit. A booking is possible without them: they are then requested, with reminders. A change applies to new bookings.',
      example: [],
    }),
  unitRule: z.enum(UnitRule).nullable().meta({
    description:
      'How the minutes of a session become billable units. CMS_8_MINUTE: units of 15 minutes; the last unit counts from its 8th minute on (Medicare Claims Processing Manual, chapter 5, 20.2). MIDPOINT: units of `unitMinutes`; the last unit counts once more than half of it has passed. COMPLETED_UNITS: only complete units. Null: units are entered manually.',
    example: 'CMS_8_MINUTE',
  }),
  unitMinutes: z.int().min(1).max(480).meta({
    description: 'Length of a unit in minutes. Only for MIDPOINT and COMPLETED_UNITS.',
    example: 15,
  }),
  modality: placingMembers.modality.meta({
    description:
      'How visits take place unless a booking says otherwise: in person, by video or by telephone. A change applies to new bookings.',
  }),
  placeOfService: placingMembers.placeOfService,
  startEveryMinutes: z.literal([5, 10, 15, 20, 30, 60]).nullable().meta({
    description:
      'Start times must be multiples of this number of minutes on the local clock. Null: any start can be booked, and start times every 15 minutes are offered.',
    example: 15,
  }),
  horizonDays: z.int().min(1).max(730).nullable().meta({
    description:
      'Number of days of 24 hours in advance that the service can be booked; null for no limit.',
    example: 90,
  }),
  dailyCap: z.int().min(1).max(100).nullable().meta({
    description:
      'Maximum number of appointments per provider and local day; null for no limit. Lowering it does not affect existing bookings.',
    example: 6,
  }),
  roomRequired: z.boolean().meta({
    description:
      'Whether a booking needs a room: the room in the request, or the first suitable one.',
    example: false,
  }),
  equipment: z
    .array(line(100))
    .max(50)
    .meta({ description: 'Equipment that the room must have.', example: ['mirror'] }),
  providerIds: z
    .array(idOf('provider'))
    .max(200)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must not repeat a provider' })
    .meta({ description: 'Providers who perform the service. Empty for all.', example: [] }),
}

/** The automation rules of the service itself. */
const CENTRES = ' Null to use the centre’s setting in /v1/appointment-automation.'
const inherited = {
  noShowMode: automationMembers.noShowMode.nullable().meta({
    description: `What happens if nobody checks the child in.${CENTRES}`,
    example: null,
  }),
  noShowGraceMinutes: automationMembers.noShowGraceMinutes.nullable().meta({
    description: `Number of minutes after the start at which this happens.${CENTRES}`,
    example: null,
  }),
  completionMode: automationMembers.completionMode.nullable().meta({
    description: `What happens if nobody closes the appointment.${CENTRES}`,
    example: null,
  }),
  completionDelayMinutes: automationMembers.completionDelayMinutes.nullable().meta({
    description: `Number of minutes after the end at which this happens.${CENTRES}`,
    example: null,
  }),
}

const overridable = {
  durationMinutes: members.durationMinutes,
  bufferBeforeMinutes: members.bufferBeforeMinutes,
  bufferAfterMinutes: members.bufferAfterMinutes,
  startEveryMinutes: members.startEveryMinutes.unwrap().meta({
    description: 'Start times must be multiples of this number of minutes on the local clock.',
  }),
  leadTimeMinutes: members.leadTimeMinutes,
  horizonDays: members.horizonDays
    .unwrap()
    .meta({ description: 'Number of days of 24 hours in advance that the service can be booked.' }),
  dailyCap: members.dailyCap
    .unwrap()
    .meta({ description: 'Maximum number of appointments per provider and local day.' }),
  requiresConfirmation: members.requiresConfirmation,
  amount: price.meta({ description: 'Price in minor units of the currency; 0 if it is free.' }),
}

/** Values that differ for one provider; all others come from the service. */
const ProviderOverride = z.strictObject({
  durationMinutes: overridable.durationMinutes.exactOptional(),
  bufferBeforeMinutes: overridable.bufferBeforeMinutes.exactOptional(),
  bufferAfterMinutes: overridable.bufferAfterMinutes.exactOptional(),
  startEveryMinutes: overridable.startEveryMinutes.exactOptional(),
  leadTimeMinutes: overridable.leadTimeMinutes.exactOptional(),
  horizonDays: overridable.horizonDays.exactOptional(),
  dailyCap: overridable.dailyCap.exactOptional(),
  requiresConfirmation: overridable.requiresConfirmation.exactOptional(),
  amount: overridable.amount.exactOptional(),
})
export type ProviderOverride = z.infer<typeof ProviderOverride>

const LocationPrice = z.strictObject({ amount: overridable.amount })
export type LocationPrice = z.infer<typeof LocationPrice>

const MOST_KEYS = 200
const atMost = (object: object) => Object.keys(object).length <= MOST_KEYS
const tooMany = { error: `must have at most ${MOST_KEYS} members` }

export const ProviderOverrides = z
  .record(idOf('provider'), ProviderOverride)
  .refine(atMost, tooMany)
  .meta({
    description:
      'Values that differ for individual providers, by provider ID. The price of a provider takes precedence over the price of a location.',
    example: { [exampleId('provider')]: { durationMinutes: 60, amount: 11_000 } },
  })
export const LocationPrices = z
  .record(idOf('location'), LocationPrice)
  .refine(atMost, tooMany)
  .meta({
    description:
      "Prices that differ for individual locations, by location ID, in the service's currency.",
    example: { [exampleId('location')]: { amount: 12_000 } },
  })

const PatchProviderOverride = z.strictObject({
  durationMinutes: overridable.durationMinutes.nullable().exactOptional(),
  bufferBeforeMinutes: overridable.bufferBeforeMinutes.nullable().exactOptional(),
  bufferAfterMinutes: overridable.bufferAfterMinutes.nullable().exactOptional(),
  startEveryMinutes: overridable.startEveryMinutes.nullable().exactOptional(),
  leadTimeMinutes: overridable.leadTimeMinutes.nullable().exactOptional(),
  horizonDays: overridable.horizonDays.nullable().exactOptional(),
  dailyCap: overridable.dailyCap.nullable().exactOptional(),
  requiresConfirmation: overridable.requiresConfirmation.nullable().exactOptional(),
  amount: overridable.amount.nullable().exactOptional(),
})

/** Merge patches: null removes a provider, a field or a location. */
const patches = {
  providerOverrides: z.record(idOf('provider'), PatchProviderOverride.nullable()).meta({
    description:
      'Values to change, by provider ID. Null removes the values of a provider; other providers stay unchanged.',
  }),
  locationPrices: z.record(idOf('location'), LocationPrice.nullable()).meta({
    description:
      'Prices to change, by location ID. Null removes the price of a location; other locations stay unchanged.',
  }),
}

export const Service = resourceSchema('Service', {
  id: idOf('service'),
  ...members,
  ...inherited,
  providerOverrides: ProviderOverrides.meta({
    description: 'Values for individual providers, by provider ID.',
  }),
  locationPrices: LocationPrices.meta({
    description: 'Prices at individual locations, by location ID.',
  }),
  ...archivableMembers,
})
export type Service = z.infer<typeof Service>

export const CreateService = z
  .strictObject({
    code: members.code,
    billingCode: members.billingCode.default(null),
    name: members.name,
    appointmentType: members.appointmentType.exactOptional().meta({
      description:
        'Appointment type of the service. Defaults to the type that `code` names; otherwise to GROUP_SESSION if the capacity is more than 1, and to THERAPY_SESSION if not.',
    }),
    defaultForType: members.defaultForType.default(false),
    durationMinutes: members.durationMinutes,
    bufferBeforeMinutes: members.bufferBeforeMinutes.default(0),
    bufferAfterMinutes: members.bufferAfterMinutes.default(0),
    capacity: members.capacity.default(1),
    leadTimeMinutes: members.leadTimeMinutes.default(0),
    requiresConfirmation: members.requiresConfirmation.default(false),
    confirmationWindowMinutes: members.confirmationWindowMinutes.default(2880),
    amount: members.amount.default(null),
    currency: members.currency.exactOptional().meta({
      description: "Currency of all amounts. Defaults to the centre's currency.",
      example: 'EUR',
    }),
    requiredConsents: members.requiredConsents.exactOptional(),
    requiredForms: members.requiredForms.default([]),
    unitRule: members.unitRule.default(null),
    unitMinutes: members.unitMinutes.default(15),
    modality: members.modality.default('IN_PERSON'),
    placeOfService: members.placeOfService.default(null),
    startEveryMinutes: members.startEveryMinutes.default(null),
    horizonDays: members.horizonDays.default(null),
    dailyCap: members.dailyCap.default(null),
    roomRequired: members.roomRequired.default(false),
    equipment: members.equipment.default([]),
    providerIds: members.providerIds.default([]),
    noShowMode: inherited.noShowMode.default(null),
    noShowGraceMinutes: inherited.noShowGraceMinutes.default(null),
    completionMode: inherited.completionMode.default(null),
    completionDelayMinutes: inherited.completionDelayMinutes.default(null),
    providerOverrides: ProviderOverrides.default({}).meta({
      description: 'Values for individual providers, by provider ID.',
    }),
    locationPrices: LocationPrices.default({}).meta({
      description: 'Prices at individual locations, by location ID.',
    }),
  })
  .meta({
    id: 'CreateService',
    example: {
      code: 'EARLY_INTERVENTION',
      name: 'Early intervention',
      durationMinutes: 45,
      bufferAfterMinutes: 15,
      amount: 9500,
      currency: 'EUR',
    },
  })
export type CreateService = z.infer<typeof CreateService>

export const PatchService = z
  .strictObject({
    code: members.code.exactOptional(),
    billingCode: members.billingCode.exactOptional(),
    name: members.name.exactOptional(),
    appointmentType: members.appointmentType.exactOptional(),
    defaultForType: members.defaultForType.exactOptional(),
    durationMinutes: members.durationMinutes.exactOptional(),
    bufferBeforeMinutes: members.bufferBeforeMinutes.exactOptional(),
    bufferAfterMinutes: members.bufferAfterMinutes.exactOptional(),
    capacity: members.capacity.exactOptional(),
    leadTimeMinutes: members.leadTimeMinutes.exactOptional(),
    requiresConfirmation: members.requiresConfirmation.exactOptional(),
    confirmationWindowMinutes: members.confirmationWindowMinutes.exactOptional(),
    amount: members.amount.exactOptional(),
    currency: members.currency.exactOptional(),
    requiredConsents: members.requiredConsents.exactOptional(),
    requiredForms: members.requiredForms.exactOptional(),
    unitRule: members.unitRule.exactOptional(),
    unitMinutes: members.unitMinutes.exactOptional(),
    modality: members.modality.exactOptional(),
    placeOfService: members.placeOfService.exactOptional(),
    startEveryMinutes: members.startEveryMinutes.exactOptional(),
    horizonDays: members.horizonDays.exactOptional(),
    dailyCap: members.dailyCap.exactOptional(),
    roomRequired: members.roomRequired.exactOptional(),
    equipment: members.equipment.exactOptional(),
    providerIds: members.providerIds.exactOptional(),
    noShowMode: inherited.noShowMode.exactOptional(),
    noShowGraceMinutes: inherited.noShowGraceMinutes.exactOptional(),
    completionMode: inherited.completionMode.exactOptional(),
    completionDelayMinutes: inherited.completionDelayMinutes.exactOptional(),
    providerOverrides: patches.providerOverrides.exactOptional(),
    locationPrices: patches.locationPrices.exactOptional(),
  })
  .meta({ id: 'PatchService', example: { amount: 9900 } })
export type PatchService = z.infer<typeof PatchService>

export const toService = (row: ServiceModel): Service => ({
  id: row.id,
  code: row.code,
  billingCode: row.billingCode,
  name: row.name,
  appointmentType: row.appointmentType,
  defaultForType: row.defaultForType,
  durationMinutes: row.durationMinutes,
  bufferBeforeMinutes: row.bufferBeforeMinutes,
  bufferAfterMinutes: row.bufferAfterMinutes,
  capacity: row.capacity,
  leadTimeMinutes: row.leadTimeMinutes,
  requiresConfirmation: row.requiresConfirmation,
  confirmationWindowMinutes: row.confirmationWindowMinutes,
  amount: row.amountMinor,
  currency: row.currency,
  requiredConsents: row.requiredConsents as Service['requiredConsents'],
  requiredForms: row.requiredForms,
  unitRule: row.unitRule,
  unitMinutes: row.unitMinutes,
  modality: row.modality as Placing['modality'],
  placeOfService: row.placeOfService as Placing['placeOfService'],
  startEveryMinutes: row.startEveryMinutes as Service['startEveryMinutes'],
  horizonDays: row.horizonDays,
  dailyCap: row.dailyCap,
  roomRequired: row.roomRequired,
  equipment: row.equipment,
  providerIds: row.providerIds,
  noShowMode: row.noShowMode as Service['noShowMode'],
  noShowGraceMinutes: row.noShowGraceMinutes,
  completionMode: row.completionMode as Service['completionMode'],
  completionDelayMinutes: row.completionDelayMinutes,
  providerOverrides: fromJson(Service.shape.providerOverrides, row.providerOverrides),
  locationPrices: fromJson(Service.shape.locationPrices, row.locationPrices),
  ...archivableOf(row),
})
