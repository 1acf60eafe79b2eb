import { changeLabel } from './change-label.ts'

export const removeLabel = changeLabel(
  {
    name: 'remove_label',
    title: 'Remove a label from a child',
    description: 'Removes a label from the child. Other labels stay.',
  },
  (labelIds, labelId) => labelIds.filter((id) => id !== labelId),
  'label removed',
)
