import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({
  providerLicenseId: idOf('providerLicense'),
  providerId: idOf('provider'),
  expiresOn: calendarDate().meta({
    description: 'First day on which the license is no longer valid.',
  }),
})
const example = {
  providerLicenseId: exampleId('providerLicense'),
  providerId: exampleId('provider'),
  expiresOn: '2027-10-31',
}

export const providerLicenseEvents = defineEvents({
  'provider_license.expiring': defineEvent({
    description:
      'A license expires in 90, 60, 30 or 7 days, and the provider has no later license for the same profession and state. The provider gets an e-mail.',
    payload,
    example,
  }),
  'provider_license.expired': defineEvent({
    description:
      'A license has expired. If the provider has no other license for the same profession and state, the provider is suspended, and `provider.suspended` is sent.',
    payload,
    example,
  }),
})
