import type { notices as english } from '../en/notices.ts';
import type { Translated } from '@dropwire/domain/texts';

export const notices: Translated<typeof english> = {
	'notice.expiringTitle': 'Votre accès à Dropwire expire bientôt',
	'notice.expiring':
		'Votre accès expire le {at} ({in}). Ensuite, vous pourrez tout consulter mais plus rien modifier, et les serveurs que vous êtes seul à gérer ne recevront plus de messages.',
	'notice.expiredTitle': 'Votre accès à Dropwire a expiré',
	'notice.expired':
		'Votre accès a expiré le {at}. Vous pouvez tout consulter mais plus rien modifier. Les serveurs que vous êtes seul à gérer ne reçoivent plus de messages ; leur configuration est conservée.',
	'notice.planExpiringTitle': 'L’une de vos formules Dropwire se termine bientôt',
	'notice.planExpiring':
		'Elle se termine le {at} ({in}). Vous gardez votre accès, sans ce que seule cette formule comprend.',
	'notice.planExpiredTitle': 'L’une de vos formules Dropwire est terminée',
	'notice.planExpired':
		'Elle s’est terminée le {at}. Vous gardez votre accès, sans ce que seule cette formule comprenait.',
	'notice.extend': 'Pour prolonger, adressez-vous à un opérateur.',
	'notice.approvedTitle': 'Vous avez accès à Dropwire',
	'notice.roleTitle': 'Vous avez maintenant {role} sur Dropwire',
	'notice.approved': 'Un opérateur a accepté votre demande.',
	'notice.until': "Votre accès est valable jusqu'au {at}.",
	'notice.open': '[Ouvrez Dropwire]({url}) pour voir ce que vous pouvez utiliser.',
	'notice.declinedTitle': "Votre demande d'accès à Dropwire a été refusée",
	'notice.declined': 'Un opérateur a refusé votre demande.',
	'notice.again': 'Vous pouvez [envoyer une autre demande]({url}).',
	'notice.productTitle': 'Un produit que vous avez demandé est maintenant surveillé',
	'notice.product':
		'{product} figure maintenant sur une liste de surveillance. Les serveurs qui reçoivent ses sujets sont avertis de chaque changement.',
	'notice.noProductTitle': 'Un produit que vous avez demandé ne sera pas surveillé',
	'notice.noProduct': 'Un opérateur a refusé votre demande de surveiller {product}.',
	'notice.plan': 'Formule : **{plan}**',
	'notice.contact': 'Contact : {contact}',
	'notice.linksTitle': {
		one: '{count} association de Dropwire ne fonctionne plus',
		other: '{count} associations de Dropwire ne fonctionnent plus',
	},
	'notice.link': '**{topic} ({region})** → {place} : {reason}',
	'notice.unknownChannel': 'un salon inconnu',
	'notice.more': { one: 'et {count} autre', other: 'et {count} autres' },
	'notice.relink': {
		one: 'Elle ne reçoit plus de messages. Associez à nouveau le salon avec `{/link}`, ou [ouvrez le tableau de bord]({url}).',
		other:
			'Elles ne reçoivent plus de messages. Associez à nouveau les salons avec `{/link}`, ou [ouvrez le tableau de bord]({url}).',
	},
	'notice.turnOff': '`{/notices links}:{off}` désactive ces avis.',
};
