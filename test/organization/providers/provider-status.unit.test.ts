import { expect, test } from 'vitest'
import { onboardingLeads, ProviderStatus } from '#organization/providers/provider-status.ts'

const STATUSES = ProviderStatus.options

/** The next status of a provider in an onboarding, by the current one. */
const LEADS: Record<(typeof STATUSES)[number], string[]> = {
  APPLIED: ['DOCUMENTS', 'VERIFICATION', 'APPROVAL', 'REJECTED', 'WITHDRAWN'],
  DOCUMENTS: ['APPLIED', 'VERIFICATION', 'APPROVAL', 'REJECTED', 'WITHDRAWN'],
  VERIFICATION: ['APPLIED', 'DOCUMENTS', 'APPROVAL', 'REJECTED', 'WITHDRAWN'],
  APPROVAL: ['APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVED', 'REJECTED', 'WITHDRAWN'],
  APPROVED: [],
  REJECTED: ['APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL'],
  WITHDRAWN: ['APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL'],
  SUSPENDED: [],
}

test.each(STATUSES)('an onboarding moves a provider on from %s if that is allowed', (from) => {
  expect(STATUSES.filter((to) => onboardingLeads(from, to))).toEqual(LEADS[from])
})
