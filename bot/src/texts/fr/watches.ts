export const watches = {
	'watch.snoozedTitle': 'En pause',
	'watch.snoozed': 'Aucune notification sur ce produit jusqu’au {until}.',
	'watch.gone': 'Ce suivi n’existe plus, ou ce n’est pas le vôtre.',
} as const;
