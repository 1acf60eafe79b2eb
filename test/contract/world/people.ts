import { exampleFor } from '../../../api/documents/examples.ts'
import { CreateProviderLicense } from '#organization/provider-licenses/schemas.ts'
import { CreateClockSet } from '#early-intervention/clocks/schemas.ts'
import { anotherNpi } from '../../support/another-npi.ts'
import type { Json, Made, Records } from './records.ts'

const SERVICE = {
  key: 'speech',
  type: 'SPEECH_LANGUAGE',
  frequency: 'Twice a week, 45 minutes',
  intensity: 'INDIVIDUAL',
  method: 'Coaching of parents',
  setting: 'HOME',
}

/** What 34 CFR 303.344 requires of a plan. */
export const WRITTEN_PLAN = {
  presentLevels: {
    physical: 'Walks with one hand held.',
    cognitive: 'Finds hidden toys.',
    communication: 'Says five words.',
    socialOrEmotional: 'Waves goodbye.',
    adaptive: 'Eats with a spoon.',
  },
  family: { concurred: true, resources: null, priorities: 'Talking.', concerns: null },
  outcomes: [
    {
      outcome: 'Asks for food with words.',
      criteria: 'Ten words at two meals of three.',
      procedures: 'Parents note new words.',
      timelines: 'By May 2027',
    },
  ],
}

/** New places, services, people and their records. */
export const createPeople = ({ make, first, word, client }: Records, site?: Made) => {
  const ofSite: Json = site ? { locationId: site.id } : {}

  const location = async () =>
    site ?? make('/v1/locations', { name: 'Mitte', timeZone: 'Europe/Berlin' })

  const room = async () => make('/v1/rooms', { locationId: (await location()).id, name: 'Room 2' })

  const service = (more: Json = {}) =>
    make('/v1/services', {
      code: word().toUpperCase().replace(/^\d/, 'A'),
      name: 'Speech therapy',
      durationMinutes: 45,
      amount: 9500,
      currency: 'EUR',
      ...more,
    })

  const customField = () =>
    make('/v1/custom-fields', {
      key: `plan_${word()}`,
      label: 'Insurance plan',
      type: 'SELECT',
      options: ['public', 'private'],
    })

  const family = (more: Json = {}) =>
    make('/v1/clients', { name: 'Mara Weiss', ...ofSite, ...more })

  const channelConsent = async () =>
    make('/v1/channel-consents', {
      clientId: (await family()).id,
      channel: 'SMS',
      status: 'OPTED_IN',
      source: 'FORM',
    })

  const pet = async () =>
    make('/v1/pets', { clientId: (await family()).id, name: 'Balu', species: 'dog' })

  const provider = async (members: Json = {}) =>
    make('/v1/providers', {
      name: 'Dr. Ana Ruiz',
      locationIds: [(await location()).id],
      ...members,
    })
  const suspendedProvider = async () =>
    make(`/v1/providers/${(await provider()).id}/suspend`, { reason: 'OTHER' })

  const newLicense = async (): Promise<Json> => ({
    ...(exampleFor(CreateProviderLicense) as Json),
    providerId: (await provider()).id,
    number: `146.${word()}`,
  })
  const checkableLicense = async () =>
    make('/v1/provider-licenses', {
      ...(await newLicense()),
      providerId: (await provider({ npi: anotherNpi() })).id,
    })
  const license = async () => make('/v1/provider-licenses', await newLicense())

  const child = (members: Json = {}) =>
    make('/v1/children', {
      firstName: 'Lena',
      lastName: 'Weiss',
      birthDate: '2021-04-30',
      ...ofSite,
      ...members,
    })

  const program = async () =>
    make('/v1/early-intervention-programs', {
      childId: (await child({ birthDate: '2025-04-30' })).id,
      referralReceivedOn: '2026-10-05',
      serviceCoordinatorId: (await provider()).id,
    })

  /** A draft of a plan with everything that it must have, and a parent to sign it. */
  const ifsp = async (): Promise<Made> => {
    const started = await program()
    const { id: clientId } = await family()
    await client.patch(`/v1/clients/${clientId}`, { email: 'mara@example.com' })
    await make('/v1/guardianships', {
      childId: started['childId'] as string,
      clientId,
      relationship: 'foster mother',
      kind: 'FOSTER_PARENT',
    })
    await client.patch(`/v1/early-intervention-programs/${started.id}`, { ifspServices: [SERVICE] })
    const { id } = await make('/v1/ifsps', { programId: started.id, meetingOn: '2026-11-10' })
    const { body } = await client.patch<Made>(`/v1/ifsps/${id}`, WRITTEN_PLAN)
    return { ...body, clientId }
  }

  const presentedIfsp = async (): Promise<Made> => {
    const { id, clientId } = await ifsp()
    return { ...(await make(`/v1/ifsps/${id}/present`, { ask: false })), clientId }
  }

  const ifspOfParent = async (): Promise<Made> => {
    const { id, clientId } = await presentedIfsp()
    const signature = { clientId, signedName: 'Mara Weiss', signedOn: '2026-11-20' }
    return { ...(await make(`/v1/ifsps/${id}/record-signature`, signature)), clientId }
  }

  const signedIfsp = async (): Promise<Made> => {
    const { id, clientId } = await ifspOfParent()
    return { ...(await make(`/v1/ifsps/${id}/sign`, { signedName: 'Ana Ruiz' })), clientId }
  }

  const questionSet = () =>
    make('/v1/family-check-in-question-sets', {
      name: 'Every two weeks',
      questions: [{ type: 'YES_NO', key: 'sleeps', label: 'Does your child sleep well?' }],
      worries: [{ question: 'sleeps', op: 'EQUALS', value: false }],
    })

  const clockSet = () => make('/v1/clock-sets', exampleFor(CreateClockSet))

  /** At its own location: a closure of the whole centre would affect other tests. */
  const closure = async () =>
    make('/v1/closures', {
      locationId: (await location()).id,
      name: 'Christmas',
      startsOn: '2026-12-24',
    })

  const deadlineRecalculation = async () => {
    await clockSet()
    const { id } = await closure()
    return first(`/v1/deadline-recalculations?closureId=${id}`)
  }

  const childMerge = async () =>
    make(`/v1/children/${(await child()).id}/merge`, {
      duplicateId: (await child()).id,
    })

  const guardianship = async () =>
    make('/v1/guardianships', {
      childId: (await child()).id,
      clientId: (await family()).id,
      relationship: 'mother',
      legal: true,
      billing: true,
    })

  const newAttachment = async (): Promise<Json> => ({
    childId: (await child()).id,
    name: 'Notes.txt',
    contentType: 'text/plain',
  })

  const attachment = async () => make('/v1/attachments', await newAttachment())

  const newProviderDocument = async (): Promise<Json> => ({
    providerId: (await provider()).id,
    name: 'License.txt',
    contentType: 'text/plain',
  })

  const providerDocument = async () => make('/v1/provider-documents', await newProviderDocument())

  const upload = async (section: string, made: Made): Promise<Made> => {
    const link = await make(`/v1/${section}/${made.id}/upload-link`)
    const path = link['path'] as string
    await client.send({ method: 'PUT', path, body: 'Seen at home.' })
    return made
  }

  const uploaded = async () => upload('attachments', await attachment())

  const uploadedProviderDocument = async () =>
    upload('provider-documents', await providerDocument())

  const fileLink = async (method: string): Promise<string> => {
    const { id } = await (method === 'put' ? attachment() : uploaded())
    const kind = method === 'put' ? 'upload' : 'download'
    const link = await make(`/v1/attachments/${id}/${kind}-link`)
    return link['path'] as string
  }

  const newConsent = async (): Promise<Json> => {
    const { childId, clientId } = await guardianship()
    return {
      childId,
      grantedById: clientId,
      kind: 'TREATMENT',
      grantedAt: '2026-11-20T10:00:00+01:00',
      evidence: 'Signed form of 20 November.',
    }
  }

  const newDiagnosis = async (): Promise<Json> => ({
    childId: (await child()).id,
    code: 'F80.2',
    description: 'Mixed receptive-expressive language disorder',
    main: true,
    onsetOn: '2024-09-01',
  })

  const diagnosis = async () => make('/v1/diagnoses', await newDiagnosis())

  const consent = async () => make('/v1/consents', await newConsent())

  return {
    location,
    room,
    service,
    customField,
    family,
    pet,
    channelConsent,
    provider,
    suspendedProvider,
    newLicense,
    license,
    checkableLicense,
    child,
    program,
    ifsp,
    presentedIfsp,
    ifspOfParent,
    signedIfsp,
    questionSet,
    clockSet,
    closure,
    deadlineRecalculation,
    childMerge,
    guardianship,
    newAttachment,
    attachment,
    newProviderDocument,
    providerDocument,
    uploadedProviderDocument,
    uploaded,
    fileLink,
    newConsent,
    newDiagnosis,
    diagnosis,
    consent,
  }
}

export type People = ReturnType<typeof createPeople>
