import type { CreateMatchingNeed } from './schemas.ts'

type StarterNeed = Omit<CreateMatchingNeed, 'professions'>

/**
 * The initial needs of a new centre, so that a child with goals can be matched immediately. The centre can
 * change or archive them. They name no professions, because these differ by state.
 */
export const STARTER_NEEDS: readonly StarterNeed[] = [
  {
    code: 'speech_sounds',
    name: 'Speech sounds',
    specialties: ['speech therapy', 'articulation', 'phonology', 'apraxia of speech'],
    goalAreas: ['Articulation', 'Speech', 'Speech sounds', 'Phonology'],
  },
  {
    code: 'language_development',
    name: 'Language and communication',
    specialties: ['speech therapy', 'language development', 'augmentative communication'],
    goalAreas: [
      'Communication',
      'Language',
      'Expressive language',
      'Receptive language',
      'Vocabulary',
    ],
  },
  {
    code: 'fluency_disorder',
    name: 'Fluency',
    specialties: ['speech therapy', 'fluency', 'stuttering'],
    goalAreas: ['Fluency', 'Stuttering'],
  },
  {
    code: 'social_communication',
    name: 'Social communication',
    specialties: ['social skills', 'social communication', 'speech therapy'],
    goalAreas: [
      'Social communication',
      'Social skills',
      'Social',
      'Social-emotional',
      'Pragmatics',
    ],
  },
  {
    code: 'feeding_and_swallowing',
    name: 'Feeding and swallowing',
    specialties: ['feeding therapy', 'swallowing'],
    goalAreas: ['Feeding', 'Swallowing', 'Eating'],
  },
  {
    code: 'fine_motor_skills',
    name: 'Fine motor skills',
    specialties: ['occupational therapy', 'fine motor skills', 'handwriting'],
    goalAreas: ['Fine motor', 'Fine motor skills', 'Handwriting'],
  },
  {
    code: 'gross_motor_skills',
    name: 'Gross motor skills',
    specialties: ['physical therapy', 'gross motor skills', 'mobility'],
    goalAreas: ['Gross motor', 'Gross motor skills', 'Motor', 'Mobility', 'Physical', 'Balance'],
  },
  {
    code: 'sensory_processing',
    name: 'Sensory processing',
    specialties: ['occupational therapy', 'sensory integration'],
    goalAreas: ['Sensory processing', 'Sensory', 'Self-regulation'],
  },
  {
    code: 'daily_living_skills',
    name: 'Daily living skills',
    specialties: ['occupational therapy', 'daily living skills'],
    goalAreas: ['Adaptive', 'Daily living', 'Self-care', 'Self-help', 'Toileting', 'Dressing'],
  },
  {
    code: 'cognition_and_learning',
    name: 'Cognition and learning',
    specialties: ['special education', 'early intervention', 'cognitive development'],
    goalAreas: ['Cognition', 'Cognitive', 'Learning', 'Attention', 'Memory'],
  },
  {
    code: 'behavior_support',
    name: 'Behavior',
    specialties: ['behavior therapy', 'applied behavior analysis', 'psychology'],
    goalAreas: ['Behavior', 'Emotional regulation'],
  },
]
