export const watches = {
	'watch.snoozedTitle': 'En pausa',
	'watch.snoozed': 'No habrá avisos de este producto hasta el {until}.',
	'watch.gone': 'Este seguimiento ya no existe o no es tuyo.',
} as const;
