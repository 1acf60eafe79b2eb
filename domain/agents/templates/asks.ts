import type { TemplateParameterInput } from './template-parameter.ts'

/** Questions that several templates ask. */
export const asks = {
  days: {
    name: 'recurrence',
    label: 'On which days should it run?',
    type: 'RECURRENCE',
    help: 'RFC 5545 rule: FREQ=DAILY, FREQ=WEEKLY;BYDAY=MO,TH or FREQ=MONTHLY;BYMONTHDAY=1.',
    sets: ['trigger.recurrence'],
  },
  time: {
    name: 'startTime',
    label: 'At what time of day should it run?',
    type: 'TIME',
    help: 'In the time zone of the centre.',
    sets: ['trigger.startTime'],
  },
  role: (label: string, node: string): TemplateParameterInput => ({
    name: 'role',
    label,
    type: 'ROLE',
    sets: [`nodes.${node}.parameters.role`],
  }),
  approvers: (node: string): TemplateParameterInput => ({
    name: 'approvers',
    label: 'Which roles may approve it?',
    type: 'ROLES',
    help: 'Owners may approve it, too. Nobody approves what they started or published.',
    sets: [`nodes.${node}.roles`],
  }),
  integer: (name: string, label: string, set: string, help?: string): TemplateParameterInput => ({
    name,
    label,
    type: 'INTEGER',
    ...(help !== undefined && { help }),
    sets: [set],
  }),
} as const satisfies Record<string, TemplateParameterInput | object>
