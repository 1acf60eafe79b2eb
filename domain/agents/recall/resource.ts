import { defineResource } from '#vocabulary/resource.ts'

export const recall = defineResource({
  permissions: {
    'assessment-recall': {
      about: 'who is due for an assessment',
      scopes: { ai: ['read'] },
    },
  },
})
