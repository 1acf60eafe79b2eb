import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { OnboardingStage } from './rules.ts'

const payload = z.strictObject({
  onboardingId: idOf('providerOnboarding'),
  providerId: idOf('provider'),
})
const example = {
  onboardingId: exampleId('providerOnboarding'),
  providerId: exampleId('provider'),
}

export const onboardingEvents = defineEvents({
  'provider_onboarding.started': defineEvent({
    description: 'A person applied to work for the centre, or was invited to apply.',
    payload,
    example,
  }),
  'provider_onboarding.stage_changed': defineEvent({
    description: 'A running onboarding moved to another stage because its items changed.',
    payload: payload.extend({
      previousStage: z.enum(OnboardingStage).meta({ description: 'Previous stage.' }),
      stage: z.enum(OnboardingStage).meta({ description: 'Current stage.' }),
    }),
    example: { ...example, previousStage: 'DOCUMENTS', stage: 'VERIFICATION' },
  }),
  'provider_onboarding.rejected': defineEvent({
    description: 'The centre rejected an applicant. To read the reason, retrieve the onboarding.',
    payload,
    example,
  }),
  'provider_onboarding.withdrawn': defineEvent({
    description: 'An application was withdrawn, either by the applicant or by the centre.',
    payload,
    example,
  }),
})
