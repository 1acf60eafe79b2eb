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
    description: 'Somebody applied, or was invited to apply, to work for the centre.',
    payload,
    example,
  }),
  'provider_onboarding.stage_changed': defineEvent({
    description: 'A running onboarding moved to another stage, because of its items.',
    payload: payload.extend({
      previousStage: z.enum(OnboardingStage).meta({ description: 'The stage before.' }),
      stage: z.enum(OnboardingStage).meta({ description: 'The stage now.' }),
    }),
    example: { ...example, previousStage: 'DOCUMENTS', stage: 'VERIFICATION' },
  }),
  'provider_onboarding.rejected': defineEvent({
    description: 'The centre rejected an applicant. Read the reason from the onboarding.',
    payload,
    example,
  }),
  'provider_onboarding.withdrawn': defineEvent({
    description: 'An application was withdrawn, by the applicant or for them.',
    payload,
    example,
  }),
})
