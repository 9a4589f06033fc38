export const watches = {
	'watch.snoozedTitle': 'Pausiert',
	'watch.snoozed': 'Keine Mitteilungen zu diesem Produkt bis {until}.',
	'watch.gone': 'Diese Beobachtung gibt es nicht mehr, oder es ist nicht deine.',
} as const;
