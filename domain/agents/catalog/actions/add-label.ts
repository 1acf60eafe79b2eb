import { changeLabel } from './change-label.ts'

export const addLabel = changeLabel(
  {
    name: 'add_label',
    title: 'Label a child',
    description: 'The child gets one of the labels of the centre, besides those that it has.',
  },
  (labelIds, labelId) => [...new Set([...labelIds, labelId])],
  'label added',
)
