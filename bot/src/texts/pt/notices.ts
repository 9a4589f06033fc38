import type { notices as english } from '../en/notices.ts';
import type { Translated } from '@dropwire/domain/texts';

export const notices: Translated<typeof english> = {
	'notice.expiringTitle': 'Seu acesso ao Dropwire está para expirar',
	'notice.expiring':
		'Seu acesso expira em {at} ({in}). Depois disso, você pode ver tudo, mas não alterar nada, e os servidores que só você gerencia não recebem mais mensagens.',
	'notice.expiredTitle': 'Seu acesso ao Dropwire expirou',
	'notice.expired':
		'Seu acesso expirou em {at}. Você pode ver tudo, mas não alterar nada. Os servidores que só você gerencia não recebem mensagens; a configuração deles é mantida.',
	'notice.planExpiringTitle': 'Um dos seus planos do Dropwire está para terminar',
	'notice.planExpiring': 'Ele termina em {at} ({in}). Seu acesso continua, sem o que só este plano inclui.',
	'notice.planExpiredTitle': 'Um dos seus planos do Dropwire terminou',
	'notice.planExpired': 'Ele terminou em {at}. Seu acesso continua, sem o que só este plano incluía.',
	'notice.extend': 'Para renovar, fale com um operador.',
	'notice.approvedTitle': 'Você tem acesso ao Dropwire',
	'notice.roleTitle': 'Agora você tem {role} no Dropwire',
	'notice.approved': 'Um operador aprovou sua solicitação.',
	'notice.until': 'Seu acesso vale até {at}.',
	'notice.open': '[Abra o Dropwire]({url}) para ver o que você pode usar.',
	'notice.declinedTitle': 'Sua solicitação de acesso ao Dropwire foi recusada',
	'notice.declined': 'Um operador recusou sua solicitação.',
	'notice.again': 'Você pode [enviar outra solicitação]({url}).',
	'notice.productTitle': 'Um produto que você pediu agora é monitorado',
	'notice.product':
		'{product} está agora em uma lista de monitoramento. Os servidores que recebem seus tópicos são avisados quando ele muda.',
	'notice.noProductTitle': 'Um produto que você pediu não será monitorado',
	'notice.noProduct': 'Um operador recusou seu pedido para monitorar {product}.',
	'notice.plan': 'Plano: **{plan}**',
	'notice.contact': 'Contato: {contact}',
	'notice.linksTitle': {
		one: '{count} vínculo do Dropwire parou de funcionar',
		other: '{count} vínculos do Dropwire pararam de funcionar',
	},
	'notice.link': '**{topic} ({region})** → {place}: {reason}',
	'notice.unknownChannel': 'um canal desconhecido',
	'notice.more': { one: 'e mais {count}', other: 'e mais {count}' },
	'notice.relink': {
		one: 'Ele não recebe mensagens. Vincule o canal novamente com `{/link}` ou [abra o painel]({url}).',
		other: 'Eles não recebem mensagens. Vincule os canais novamente com `{/link}` ou [abra o painel]({url}).',
	},
	'notice.turnOff': '`{/notices links}:{off}` desativa estes avisos.',
};
