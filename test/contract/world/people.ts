import { exampleFor } from '../../../api/documents/examples.ts'
import { CreateClockSet } from '#early-intervention/clocks/schemas.ts'
import { Records, type Json, type Made } from './records.ts'

/** Places, services, people and what belongs to them, fresh each time. */
export class People extends Records {
  location = () => this.make('/v1/locations', { name: 'Mitte', zone: 'Europe/Berlin' })

  room = async () =>
    this.make('/v1/rooms', { locationId: (await this.location()).id, name: 'Room 2' })

  service = (more: Json = {}) =>
    this.make('/v1/services', {
      code: this.word().toUpperCase().replace(/^\d/, 'A'),
      name: 'Speech therapy',
      durationMinutes: 45,
      amount: 9500,
      currency: 'EUR',
      ...more,
    })

  customField = () =>
    this.make('/v1/custom-fields', {
      key: `plan_${this.word()}`,
      label: 'Insurance plan',
      type: 'select',
      options: ['public', 'private'],
    })

  family = () => this.make('/v1/clients', { name: 'Mara Weiss' })

  pet = async () =>
    this.make('/v1/pets', { clientId: (await this.family()).id, name: 'Balu', species: 'dog' })

  provider = async () =>
    this.make('/v1/providers', { name: 'Dr. Ana Ruiz', locationIds: [(await this.location()).id] })

  child = (members: Json = {}) =>
    this.make('/v1/children', {
      firstName: 'Lena',
      lastName: 'Weiss',
      birthDate: '2021-04-30',
      ...members,
    })

  program = async () =>
    this.make('/v1/early-intervention-programs', {
      childId: (await this.child({ birthDate: '2025-04-30' })).id,
      referredOn: '2026-10-05',
    })

  questionSet = () =>
    this.make('/v1/check-in-question-sets', {
      name: 'Every two weeks',
      questions: [{ type: 'yesNo', key: 'sleeps', label: 'Does your child sleep well?' }],
      worries: [{ question: 'sleeps', op: 'equals', value: false }],
    })

  clockSet = () => this.make('/v1/clock-sets', exampleFor(CreateClockSet))

  holidayCalendar = () =>
    this.make('/v1/holiday-calendars', { holidays: [{ date: '2026-12-25', name: 'Christmas' }] })

  childMerge = async () =>
    this.make(`/v1/children/${(await this.child()).id}/merge`, {
      duplicateId: (await this.child()).id,
    })

  guardianship = async () =>
    this.make('/v1/guardianships', {
      childId: (await this.child()).id,
      clientId: (await this.family()).id,
      relationship: 'mother',
      legal: true,
      billing: true,
    })

  newAttachment = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    name: 'Notes.txt',
    contentType: 'text/plain',
  })

  attachment = async () => this.make('/v1/attachments', await this.newAttachment())

  async erasure(): Promise<Made> {
    const asked = { childId: (await this.child()).id, reason: 'They ask to be forgotten.' }
    return this.make('/v1/erasures', asked)
  }

  async uploaded(): Promise<Made> {
    const attachment = await this.attachment()
    const link = await this.make(`/v1/attachments/${attachment.id}/upload-link`)
    const path = link['path'] as string
    await this.client.send({ method: 'PUT', path, body: 'Seen at home.' })
    return attachment
  }

  async fileLink(method: string): Promise<string> {
    const { id } = await (method === 'put' ? this.attachment() : this.uploaded())
    const kind = method === 'put' ? 'upload' : 'download'
    const link = await this.make(`/v1/attachments/${id}/${kind}-link`)
    return link['path'] as string
  }

  async newConsent(): Promise<Json> {
    const { childId, clientId } = await this.guardianship()
    return {
      childId,
      grantedById: clientId,
      kind: 'TREATMENT',
      grantedAt: '2026-11-20T10:00:00+01:00',
      evidence: 'Signed form of 20 November.',
    }
  }

  consent = async () => this.make('/v1/consents', await this.newConsent())
}
