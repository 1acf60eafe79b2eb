/** The demo centre "Sunrise Therapy" as data. Its records refer to each other by keys such as `oakland`. */

import type { Role } from '#platform/core/access/permissions.ts'

/** Fixed, so that every start finds the same centre. */
export const DEMO_TENANT_ID = 'ten_01m7zav0dem0centre00000000'

export const TENANT = {
  name: 'Sunrise Therapy',
  defaultTimeZone: 'America/New_York',
  currency: 'USD',
}

export const LOCATIONS = {
  oakland: {
    name: 'Sunrise Therapy Oakland',
    timeZone: 'America/Los_Angeles',
    phone: '+1 510 555 0120',
    address: {
      line1: '12 Linden Street',
      city: 'Oakland',
      region: 'CA',
      postalCode: '94607',
      country: 'US',
    },
  },
  brooklyn: {
    name: 'Sunrise Therapy Brooklyn',
    timeZone: 'America/New_York',
    phone: '+1 718 555 0142',
    address: {
      line1: '214 Court Street',
      city: 'Brooklyn',
      region: 'NY',
      postalCode: '11201',
      country: 'US',
    },
  },
}
export type LocationKey = keyof typeof LOCATIONS

export const ROOMS: { at: LocationKey; name: string; capacity: number; equipment: string[] }[] = [
  { at: 'oakland', name: 'Room 1, speech', capacity: 2, equipment: ['mirror', 'audio recorder'] },
  { at: 'oakland', name: 'Room 2, sensory', capacity: 4, equipment: ['swing', 'ball pit'] },
  { at: 'oakland', name: 'Group room', capacity: 10, equipment: ['circle table', 'projector'] },
  { at: 'brooklyn', name: 'Studio A', capacity: 2, equipment: ['mirror'] },
  { at: 'brooklyn', name: 'Studio B', capacity: 6, equipment: ['climbing wall', 'swing'] },
]

/** The fee for a late cancellation, as stated in the document of the demo's assistant. */
export const CANCELLATION_POLICY = {
  name: 'Sunrise Therapy',
  windows: [{ notice: 'PT24H', fee: { percent: 50 } }],
}

/** Asks for approval to remind families of overdue assessments. */
export const AGENT = { name: 'Recall of assessments', template: 'assessment_recall' }

export const SERVICES = [
  { code: 'THERAPY_SESSION', name: 'Therapy session', durationMinutes: 45, amount: 8500 },
  {
    code: 'EARLY_INTERVENTION',
    name: 'Early intervention',
    durationMinutes: 45,
    bufferAfterMinutes: 15,
    amount: 9500,
  },
  {
    code: 'ASSESSMENT',
    name: 'Developmental assessment',
    durationMinutes: 90,
    bufferBeforeMinutes: 10,
    bufferAfterMinutes: 20,
    leadTimeMinutes: 24 * 60,
    amount: 18_000,
  },
  { code: 'INTAKE', name: 'First conversation', durationMinutes: 30, amount: 0 },
  {
    code: 'GROUP_SESSION',
    name: 'Social skills group',
    durationMinutes: 60,
    bufferAfterMinutes: 10,
    capacity: 8,
    amount: 4500,
  },
  {
    code: 'PARENT_TRAINING',
    name: 'Parent training',
    durationMinutes: 60,
    requiresConfirmation: true,
    amount: 7000,
  },
]

export const PROVIDERS = {
  ana: {
    at: ['oakland'],
    name: 'Dr. Ana Ruiz',
    email: 'ana.ruiz@example.com',
    phone: '+1 510 555 0121',
    specialties: ['speech therapy', 'bilingual development'],
    languages: ['en-US', 'es', 'de'],
  },
  jonas: {
    at: ['oakland'],
    name: 'Jonas Brandt',
    email: 'jonas.brandt@example.com',
    specialties: ['occupational therapy', 'sensory integration'],
    languages: ['en-US', 'de'],
  },
  grace: {
    at: ['brooklyn'],
    name: 'Grace Okafor, CCC-SLP',
    email: 'grace.okafor@example.com',
    phone: '+1 718 555 0151',
    specialties: ['speech therapy', 'early intervention'],
    languages: ['en-US'],
  },
  daniel: {
    at: ['brooklyn', 'oakland'],
    name: 'Daniel Levy, OTR/L',
    email: 'daniel.levy@example.com',
    specialties: ['occupational therapy', 'early intervention'],
    languages: ['en-US', 'he'],
  },
} satisfies Record<string, { at: LocationKey[] } & Record<string, unknown>>
export type ProviderKey = keyof typeof PROVIDERS

/**
 * The hours of every provider, at the first of their locations. No day is closed, so that a booking is always
 * possible soon.
 */
export const HOURS = { startTime: '09:00', endTime: '18:00' }

/** The users as whom `bin/up` offers to sign in. */
export const USERS: {
  email: string
  name: string
  roles: Role[]
  provider?: ProviderKey
}[] = [
  { email: 'marta.keller@example.com', name: 'Marta Keller', roles: ['OWNER'] },
  { email: 'ana.ruiz@example.com', name: 'Ana Ruiz', roles: ['THERAPIST'], provider: 'ana' },
  { email: 'tom.becker@example.com', name: 'Tom Becker', roles: ['SCHEDULER'] },
]

export const CUSTOM_FIELDS = [
  {
    key: 'insurance_plan',
    label: 'Insurance plan',
    type: 'SELECT',
    options: ['public', 'private', 'self-pay'],
  },
  { key: 'insurance_number', label: 'Insurance number', type: 'TEXT' },
  { key: 'newsletter', label: 'Receives the newsletter', type: 'BOOLEAN' },
  { key: 'client_since', label: 'Client since', type: 'DATE' },
]

interface DemoChild {
  firstName: string
  lastName: string
  birthDate: string
  fundingProgram?: string
  provider: ProviderKey
  referral?: { source: string; receivedOn: string; note?: string }
}

interface DemoGuardian {
  name: string
  relationship: string
  legal?: boolean
  billing?: boolean
  phone?: string
  custom_fields?: Record<string, string | boolean>
}

interface DemoPet {
  name: string
  species: string
  breed: string
  notes?: string
}

/** Families: every guardian is a guardian of all children. Pets belong to the first guardian. */
export const FAMILIES: { guardians: DemoGuardian[]; children: DemoChild[]; pets?: DemoPet[] }[] = [
  {
    guardians: [
      {
        name: 'Mara Weiss',
        relationship: 'mother',
        billing: true,
        phone: '+1 510 555 0131',
        custom_fields: {
          insurance_plan: 'public',
          insurance_number: 'A123456780',
          newsletter: true,
        },
      },
      { name: 'Tobias Weiss', relationship: 'father' },
    ],
    children: [
      {
        firstName: 'Lena',
        lastName: 'Weiss',
        birthDate: '2021-04-30',
        provider: 'ana',
        referral: { source: 'Dr. Klein, pediatrician', receivedOn: '2026-09-14' },
      },
      { firstName: 'Emil', lastName: 'Weiss', birthDate: '2018-11-02', provider: 'jonas' },
    ],
    pets: [{ name: 'Balu', species: 'dog', breed: 'Labrador', notes: 'Calm with small children.' }],
  },
  {
    guardians: [
      {
        name: 'Aylin Demir',
        relationship: 'mother',
        billing: true,
        custom_fields: { insurance_plan: 'private', client_since: '2025-03-01' },
      },
    ],
    children: [
      {
        firstName: 'Deniz',
        lastName: 'Demir',
        birthDate: '2020-01-19',
        provider: 'ana',
        referral: { source: 'Sunflower Preschool', receivedOn: '2026-10-05' },
      },
    ],
  },
  {
    guardians: [
      { name: 'Katharina Vogel', relationship: 'mother', billing: true },
      { name: 'Ingrid Vogel', relationship: 'grandmother', legal: false },
    ],
    children: [
      { firstName: 'Mila', lastName: 'Vogel', birthDate: '2022-07-08', provider: 'jonas' },
      { firstName: 'Oskar', lastName: 'Vogel', birthDate: '2019-05-23', provider: 'jonas' },
    ],
  },
  {
    guardians: [
      {
        name: 'Olivia Carter',
        relationship: 'mother',
        billing: true,
        phone: '+1 718 555 0171',
        custom_fields: { insurance_plan: 'private', newsletter: false },
      },
      { name: 'Marcus Carter', relationship: 'father' },
    ],
    children: [
      {
        firstName: 'Noah',
        lastName: 'Carter',
        birthDate: '2024-08-15',
        fundingProgram: 'EARLY_INTERVENTION',
        provider: 'grace',
        referral: { source: 'NYC Early Intervention Program', receivedOn: '2026-10-20' },
      },
      { firstName: 'Ava', lastName: 'Carter', birthDate: '2020-12-03', provider: 'daniel' },
    ],
    pets: [{ name: 'Pepper', species: 'rabbit', breed: 'Holland Lop' }],
  },
  {
    guardians: [
      {
        name: 'Sofia Martínez',
        relationship: 'mother',
        billing: true,
        custom_fields: { insurance_plan: 'self-pay' },
      },
    ],
    children: [
      {
        firstName: 'Mateo',
        lastName: 'Martínez',
        birthDate: '2024-03-27',
        fundingProgram: 'EARLY_INTERVENTION',
        provider: 'daniel',
        referral: { source: 'Dr. Patel, pediatrician', receivedOn: '2026-11-02' },
      },
    ],
  },
  {
    guardians: [
      { name: 'Wei Chen', relationship: 'father', billing: true },
      { name: 'Lin Chen', relationship: 'mother' },
    ],
    children: [
      { firstName: 'Iris', lastName: 'Chen', birthDate: '2017-09-11', provider: 'grace' },
      { firstName: 'Leo', lastName: 'Chen', birthDate: '2021-02-06', provider: 'grace' },
    ],
  },
]

/** `Sofia Martínez` → `sofia.martinez@example.com`, a domain that never delivers (RFC 2606). */
export const emailOf = (name: string): string => {
  const ascii = name.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return `${ascii.toLowerCase().replaceAll(' ', '.')}@example.com`
}
