/** What people have and buy: linked roles. */
export const access = {
	'connect.title': 'Roles vinculados',
	'connect.about':
		'Los servidores pueden darte un rol según lo que tienes aquí: si eres cliente, si tienes premium y cuántos productos sigues. Discord recibe estos tres datos y nada más.',
	'connect.how': 'Abre la página y autorízalo en Discord. Puedes desvincularlo en cualquier momento.',
	'connect.since': 'Vinculado desde el {date}.',
	'connect.ended': 'Discord ha terminado la vinculación ({reason}). Vincula de nuevo para conservar tus roles.',
	'connect.problem': 'El último cambio aún no ha llegado a Discord: {reason}',
	'connect.unavailable': 'Este Dropwire no tiene roles vinculados.',
	'button.connect': 'Vincular',
	'button.account': 'Abrir tu cuenta',
} as const;
