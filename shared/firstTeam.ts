/** The name of the team that the first start creates, until it is given one of its own. */
export const firstTeamName = 'Your team'
