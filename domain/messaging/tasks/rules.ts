export const TASK_STATUSES = ['OPEN', 'DONE', 'CANCELLED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

export const TASK_SOURCES = ['PERSON', 'AGENT_RUN'] as const
export type TaskSource = (typeof TASK_SOURCES)[number]
