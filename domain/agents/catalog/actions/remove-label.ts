import { changeLabel } from './change-label.ts'

export const removeLabel = changeLabel(
  {
    name: 'remove_label',
    title: 'Take a label off a child',
    description: 'Removes a label from the child; others stay.',
  },
  (labelIds, labelId) => labelIds.filter((id) => id !== labelId),
  'label removed',
)
