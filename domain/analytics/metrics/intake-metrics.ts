import { defineMetrics, sumOf } from './metric.ts'

const CENTRE = 'Not available to callers limited to locations.'

/** New families and new providers. */
export const intakeMetrics = defineMetrics({
  LEADS: {
    title: 'Leads',
    unit: 'COUNT',
    numerator: sumOf('LEADS', 'leads'),
    counts: 'Families that asked for a place, by STAGE: the status that they have now.',
    excludes: 'Nothing: leads that were lost or have expired count as such.',
    countedOn:
      'The day on which the centre heard of them, in the zone of the location that they asked for, or the zone of the centre.',
    whenCorrected: 'It is counted on request: the stage is the current one.',
    needs: 'leads:read',
    recordsNeed: 'leads:read',
  },
  LEAD_CONVERSION_RATE: {
    title: 'Leads converted',
    unit: 'RATIO',
    numerator: sumOf('LEADS', 'converted'),
    denominator: sumOf('LEADS', 'leads'),
    counts: 'Leads that are CONVERTED.',
    dividedBy: 'Families that asked for a place, those who may still be converted too.',
    excludes: 'Nothing.',
    countedOn:
      'The day on which the centre heard of them, in the zone of the location that they asked for, or the zone of the centre.',
    whenCorrected: 'It is counted on request: the stage is the current one.',
    needs: 'leads:read',
    recordsNeed: 'leads:read',
  },
  ONBOARDING_AGE: {
    title: 'Age of onboardings',
    unit: 'DAYS',
    numerator: sumOf('ONBOARDINGS', 'days_open'),
    denominator: sumOf('ONBOARDINGS', 'onboardings'),
    counts:
      'Days since the provider was invited, until the last day, or today where that is earlier.',
    dividedBy: 'Onboardings that are under way, by STAGE.',
    excludes: `Onboardings that have ended, and those begun after the last day. ${CENTRE}`,
    countedOn: 'Days are those of the zone of the centre.',
    whenCorrected: 'Counted on request, from the current onboardings.',
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
    excludes: `Messages that wait, and those that were skipped on purpose. ${CENTRE}`,
    countedOn: 'The day on which the message was written, in the zone of the centre.',
    whenCorrected: 'Counted on request: a message that bounces later counts as bounced.',
    needs: 'messages:read',
    recordsNeed: 'messages:read',
  },
  WEBHOOK_SUCCESS: {
    title: 'Webhook deliveries that succeeded',
    unit: 'RATIO',
    numerator: sumOf('WEBHOOK_DELIVERIES', 'succeeded'),
    denominator: sumOf('WEBHOOK_DELIVERIES', 'ended'),
    counts: 'Deliveries that succeeded, by whichever attempt.',
    dividedBy: 'Deliveries that succeeded or failed.',
    excludes: `Deliveries that are under way. ${CENTRE}`,
    countedOn: 'The day on which the delivery ended, in the zone of the centre.',
    whenCorrected: 'Counted on request. A redelivery counts as another delivery.',
    needs: 'deliveries:read',
    recordsNeed: 'deliveries:read',
  },
})
