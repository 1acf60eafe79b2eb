import type { Language } from '#messaging/messages/templates/define-template.ts'

/** How a family is asked. */
export const QUESTION_WORDS = {
  en: {
    childFirstName: 'First name of the child',
    childLastName: 'Last name of the child',
    childBirthDate: 'Date of birth of the child',
    relationship: 'What are you to the child?',
    phone: 'Telephone number',
    needs: 'What is it about?',
    languages: 'Which languages do you speak?',
    modality: 'Where should it take place?',
    modalities: { CLINIC: 'At the centre', HOME: 'At home', TELEHEALTH: 'By video' },
    payer: 'Who pays?',
    latestStartOn: 'When do you want to start at the latest?',
    message: 'What else should we know?',
    messageHelp: 'Please write nothing about diagnoses here. We will ask.',
  },
  de: {
    childFirstName: 'Vorname des Kindes',
    childLastName: 'Nachname des Kindes',
    childBirthDate: 'Geburtsdatum des Kindes',
    relationship: 'In welcher Beziehung stehen Sie zu dem Kind?',
    phone: 'Telefonnummer',
    needs: 'Worum geht es?',
    languages: 'Welche Sprachen sprechen Sie?',
    modality: 'Wo soll es stattfinden?',
    modalities: { CLINIC: 'In der Praxis', HOME: 'Bei uns zu Hause', TELEHEALTH: 'Per Video' },
    payer: 'Wer bezahlt?',
    latestStartOn: 'Wann möchten Sie spätestens beginnen?',
    message: 'Was sollten wir noch wissen?',
    messageHelp: 'Bitte schreiben Sie hier nichts über Diagnosen. Wir fragen danach.',
  },
} satisfies Record<Language, object>
