import type { notices as english } from '../en/notices.ts';
import type { Translated } from '@dropwire/domain/texts';

export const notices: Translated<typeof english> = {
	'notice.expiringTitle': 'Tu acceso a Dropwire caduca pronto',
	'notice.expiring':
		'Tu acceso caduca el {at} ({in}). Después podrás verlo todo, pero no cambiar nada, y los servidores que solo gestionas tú dejarán de recibir mensajes.',
	'notice.expiredTitle': 'Tu acceso a Dropwire ha caducado',
	'notice.expired':
		'Tu acceso caducó el {at}. Puedes verlo todo, pero no cambiar nada. Los servidores que solo gestionas tú no reciben mensajes; su configuración se conserva.',
	'notice.planExpiringTitle': 'Uno de tus planes de Dropwire termina pronto',
	'notice.planExpiring': 'Termina el {at} ({in}). Conservas el acceso, sin lo que solo incluye este plan.',
	'notice.planExpiredTitle': 'Uno de tus planes de Dropwire ha terminado',
	'notice.planExpired': 'Terminó el {at}. Conservas el acceso, sin lo que solo incluía este plan.',
	'notice.extend': 'Para ampliarlo, contacta con un operador.',
	'notice.approvedTitle': 'Ya tienes acceso a Dropwire',
	'notice.roleTitle': 'Ya tienes {role} en Dropwire',
	'notice.approved': 'Un operador ha aprobado tu solicitud.',
	'notice.until': 'Tu acceso es válido hasta el {at}.',
	'notice.open': '[Abre Dropwire]({url}) para ver qué puedes usar.',
	'notice.declinedTitle': 'Tu solicitud de acceso a Dropwire ha sido rechazada',
	'notice.declined': 'Un operador ha rechazado tu solicitud.',
	'notice.again': 'Puedes [enviar otra solicitud]({url}).',
	'notice.productTitle': 'Ya se vigila un producto que pediste',
	'notice.product':
		'{product} está ahora en una lista de vigilancia. Los servidores que reciben sus temas serán avisados cuando cambie.',
	'notice.noProductTitle': 'No se vigilará un producto que pediste',
	'notice.noProduct': 'Un operador ha rechazado tu solicitud de vigilar {product}.',
	'notice.plan': 'Plan: **{plan}**',
	'notice.contact': 'Contacto: {contact}',
	'notice.linksTitle': {
		one: '{count} vínculo de Dropwire ha dejado de funcionar',
		other: '{count} vínculos de Dropwire han dejado de funcionar',
	},
	'notice.link': '**{topic} ({region})** → {place}: {reason}',
	'notice.unknownChannel': 'un canal desconocido',
	'notice.more': { one: 'y {count} más', other: 'y {count} más' },
	'notice.relink': {
		one: 'No recibe mensajes. Vuelve a vincular el canal con `{/link}` o [abre el panel]({url}).',
		other: 'No reciben mensajes. Vuelve a vincular los canales con `{/link}` o [abre el panel]({url}).',
	},
	'notice.turnOff': '`{/notices links}:{off}` desactiva estos avisos.',
};
