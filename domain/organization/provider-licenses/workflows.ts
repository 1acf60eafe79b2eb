import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const licenseCheckWorkflow = defineWorkflow({
  name: 'licenseCheck',
  subjectType: 'providerLicense',
  idPrefix: 'license-check',
  firstStep: 'check',
  unfinished: "SELECT tenant_id, id FROM provider_licenses WHERE verification_status = 'PENDING'",
})

export const licenseReviewWorkflow = defineWorkflow({
  name: 'licenseReview',
  subjectType: 'providerLicense',
  idPrefix: 'license-review',
  firstStep: 'plan',
})
