import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const taskAssigned = defineTemplate({
  description: 'When a task is given to somebody, to them.',
  variables: z.strictObject({
    firstName: z.string(),
    taskId: z.string(),
    dueOn: z.string().nullable(),
  }),
  example: { firstName: 'Ana', taskId: exampleId('task'), dueOn: '2026-12-01' },
  write: {
    en: ({ firstName, taskId, dueOn }) => ({
      subject: 'You have a new task',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        dueOn === null
          ? 'a task has been given to you.'
          : `a task has been given to you. It is to be done by ${dueOn}.`,
        `Task: ${taskId}`,
      ],
    }),
    de: ({ firstName, taskId, dueOn }) => ({
      subject: 'Sie haben eine neue Aufgabe',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        dueOn === null
          ? 'Ihnen wurde eine Aufgabe zugewiesen.'
          : `Ihnen wurde eine Aufgabe zugewiesen. Sie ist bis zum ${dueOn} zu erledigen.`,
        `Aufgabe: ${taskId}`,
      ],
    }),
  },
})
