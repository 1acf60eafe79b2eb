import { defineResource } from '#vocabulary/resource.ts'

export const insights = defineResource({
  permissions: {
    insights: {
      about: "what stands out in a child's record",
      roles: { read: ['THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY'] },
      scopes: { ai: ['read'] },
    },
  },
})
