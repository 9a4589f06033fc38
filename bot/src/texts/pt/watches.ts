export const watches = {
	'watch.snoozedTitle': 'Em pausa',
	'watch.snoozed': 'Nenhum aviso sobre este produto até {until}.',
	'watch.gone': 'Este acompanhamento não existe mais ou não é seu.',
} as const;
