import { defineResource } from '#vocabulary/resource.ts'

export const childRecords = defineResource({
  permissions: {
    'child-records': {
      about: 'the chart and the printed record of a child',
      roles: { read: ['THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY'] },
      scopes: { sessions: ['read'] },
    },
  },
})
