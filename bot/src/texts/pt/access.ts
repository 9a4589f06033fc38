/** What people have and buy: linked roles. */
export const access = {
	'connect.title': 'Cargos vinculados',
	'connect.about':
		'Os servidores podem dar um cargo a você conforme o que você tem aqui: se é cliente, se tem premium e quantos produtos acompanha. O Discord recebe essas três informações e nada mais.',
	'connect.how': 'Abra a página e autorize no Discord. Você pode desvincular a qualquer momento.',
	'connect.since': 'Vinculado desde {date}.',
	'connect.ended': 'O Discord encerrou a vinculação ({reason}). Vincule de novo para manter seus cargos.',
	'connect.problem': 'A última mudança ainda não chegou ao Discord: {reason}',
	'connect.unavailable': 'Este Dropwire não tem cargos vinculados.',
	'button.connect': 'Vincular',
	'button.account': 'Abrir sua conta',
} as const;
