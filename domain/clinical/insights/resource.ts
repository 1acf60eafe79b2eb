import { defineResource } from '#vocabulary/resource.ts'

export const insights = defineResource({
  permissions: {
    insights: {
      about: "what stands out in a child's record",
      scopes: { ai: ['read'] },
    },
  },
})
