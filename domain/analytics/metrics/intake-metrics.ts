import { defineMetrics, sumOf } from './metric.ts'

const CENTRE = 'Not available to callers limited to locations.'

/** New families and new providers. */
export const intakeMetrics = defineMetrics({
  LEADS: {
    title: 'Leads',
    unit: 'COUNT',
    numerator: sumOf('LEADS', 'leads'),
    counts: 'Families that asked for a place, by STAGE: their current status.',
    excludes: 'Nothing: lost and expired leads also count.',
    countedOn:
      'The day on which the centre received the lead, in the zone of the requested location, or of the centre.',
    whenCorrected: 'Computed on request: the current stage counts.',
    needs: 'leads:read',
    recordsNeed: 'leads:read',
  },
  LEAD_CONVERSION_RATE: {
    title: 'Leads converted',
    unit: 'RATIO',
    numerator: sumOf('LEADS', 'converted'),
    denominator: sumOf('LEADS', 'leads'),
    counts: 'Leads that are CONVERTED.',
    dividedBy: 'Families that asked for a place, including those who may still be converted.',
    excludes: 'Nothing.',
    countedOn:
      'The day on which the centre received the lead, in the zone of the requested location, or of the centre.',
    whenCorrected: 'Computed on request: the current stage counts.',
    needs: 'leads:read',
    recordsNeed: 'leads:read',
  },
  ONBOARDING_AGE: {
    title: 'Age of onboardings',
    unit: 'DAYS',
    numerator: sumOf('ONBOARDINGS', 'days_open'),
    denominator: sumOf('ONBOARDINGS', 'onboardings'),
    counts:
      'Days since the provider was invited, until the last day, or until today if that is earlier.',
    dividedBy: 'Running onboardings, by STAGE.',
    excludes: `Onboardings that have ended, and those that started after the last day. ${CENTRE}`,
    countedOn: 'Days follow the zone of the centre.',
    whenCorrected: 'Computed on request from the current onboardings.',
    needs: 'provider-onboardings:read',
    recordsNeed: 'provider-onboardings:read',
  },
  MESSAGES_DELIVERED: {
    title: 'Messages delivered',
    unit: 'RATIO',
    numerator: sumOf('MESSAGES', 'delivered'),
    denominator: sumOf('MESSAGES', 'tried'),
    counts: 'Messages that were sent and have not bounced.',
    dividedBy: 'Messages that were sent, failed or bounced.',
    excludes: `Queued messages, and those skipped on purpose. ${CENTRE}`,
    countedOn: 'The day on which the message was created, in the zone of the centre.',
    whenCorrected: 'Computed on request: a message that bounces later counts as bounced.',
    needs: 'messages:read',
    recordsNeed: 'messages:read',
  },
  WEBHOOK_SUCCESS: {
    title: 'Webhook deliveries that succeeded',
    unit: 'RATIO',
    numerator: sumOf('WEBHOOK_DELIVERIES', 'succeeded'),
    denominator: sumOf('WEBHOOK_DELIVERIES', 'ended'),
    counts: 'Deliveries that succeeded, at any attempt.',
    dividedBy: 'Deliveries that succeeded or failed.',
    excludes: `Deliveries in progress. ${CENTRE}`,
    countedOn: 'The day on which the delivery ended, in the zone of the centre.',
    whenCorrected: 'Computed on request. A redelivery counts as a separate delivery.',
    needs: 'deliveries:read',
    recordsNeed: 'deliveries:read',
  },
})
