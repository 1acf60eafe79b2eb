import { changeLabel } from './change-label.ts'

export const addLabel = changeLabel(
  {
    name: 'add_label',
    title: 'Label a child',
    description: 'Adds one of the centre’s labels to the child.',
  },
  (labelIds, labelId) => [...new Set([...labelIds, labelId])],
  'label added',
)
