/** The domains of the sample data’s made-up customers. Nobody else can have them: `.example` is reserved. */
export const demoDomains = {
  meridian: 'meridianfoods.example',
  alpenglow: 'alpenglow.example',
  nordwind: 'nordwind.example',
} as const
