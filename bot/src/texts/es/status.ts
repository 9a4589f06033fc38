import type { status as english } from '../en/status.ts';
import type { Translated } from '@dropwire/domain/texts';

export const status: Translated<typeof english> = {
	'status.ok': 'Todo funciona',
	'status.stopped': 'Dropwire no está funcionando',
	'status.lateMessages': 'Los mensajes van con retraso',
	'status.linksFail': 'Algunos vínculos no funcionan',
	'status.rights': 'Al bot le faltan permisos',
	'status.blocked': 'Algunos productos no se pueden comprobar',
	'status.suspect': 'Una tienda ha cambiado probablemente su formato',
	'status.lateChecks': 'Las comprobaciones van con retraso',
	'status.stoppedText':
		'**El motor está parado**: no se comprueba ningún producto ni se envía ningún mensaje. Contacta con los operadores.',
	'status.lateText': 'Mensaje en espera más antiguo: {when}.',
	'status.server': 'Este servidor',
	'status.links': { one: '{count} vínculo', other: '{count} vínculos' },
	'status.linksOff': { one: '**{count} desactivado**', other: '**{count} desactivados**' },
	'status.linksFailing': { other: '**{count} con fallos**' },
	'status.linksPaused': { other: '{count} en pausa' },
	'status.linksMore': '`{/links}` muestra por qué y qué hacer.',
	'status.linksNone': 'Este servidor aún no tiene vínculos. `{/setup}` vincula varios temas a un canal.',
	'status.day': 'Enviados en las últimas 24 horas: {sent}; fallidos: {failed}',
	'status.week': 'Enviados en los últimos 7 días: {sent}; fallidos: {failed}',
	'status.delay': 'Retraso mediano, del cambio a Discord: {delay}',
	'status.last': 'Último mensaje: {when}',
	'status.lastNone': 'Último mensaje: ninguno todavía',
	'status.notices': 'Avisos de tiendas: {state} (`{/notices}`)',
	'status.on': 'activados',
	'status.off': 'desactivados',
	'status.events': 'Eventos de lanzamientos: {state} (`{/drops-events}`)',
	'status.watched': 'Lo que se vigila para tus temas',
	'status.rightsTitle': 'Permisos que faltan',
	'status.rightsLine': '<#{channel}>: {permissions}',
	'status.rightsHow':
		'Abre los ajustes del canal, luego Permisos, añade el rol **Dropwire** y permítelos. Hasta entonces, los vínculos de estos canales no se pueden crear ni reparar.',
	'status.rightsMore': { one: 'y {count} canal más', other: 'y {count} canales más' },
	'service.title': 'El servicio, para operadores',
	'service.engines': { one: 'Motor: {count} proceso', other: 'Motor: {count} procesos' },
	'service.watching': {
		one: 'Se vigila {count} SKU, contado por región',
		other: 'Se vigilan {count} SKU, contados por región',
	},
	'service.lastChange': 'Último cambio de un producto: {when}',
	'service.lastMessage': 'Último mensaje: {when}',
	'service.hour': 'Enviados en la última hora, todos los servidores: {sent}; fallidos: {failed}',
	'service.queueEmpty': 'Cola: vacía',
	'service.queue': {
		one: 'Cola: {count} mensaje (el más antiguo: {when})',
		other: 'Cola: {count} mensajes (el más antiguo: {when})',
	},
	'service.never': 'ninguno todavía',
	'coverage.blocked': 'Bloqueado desde {since}: {reason} ({places}).',
	'coverage.suspect':
		'Sospechoso desde {since}: {reason} ({places}). Probablemente ha cambiado el formato de la tienda.',
	'coverage.late': 'Con retraso ({places}). Comprobación más antigua: {ago}; una ronda dura {round}.',
	'coverage.silent': 'Con retraso: el monitor {monitor} no da señales desde {since}.',
	'coverage.unwatched': {
		one: 'Aún no se vigila nada; {count} vínculo espera ({places}).',
		other: 'Aún no se vigila nada; {count} vínculos esperan ({places}).',
	},
	'coverage.unsold': 'Ningún vínculo está activo, así que no se comprueba nada ({places}).',
	'coverage.watched': {
		one: '{skus} SKU en {places}, comprobado cada {round} de media; comprobación más antigua: {ago}.',
		other: '{skus} SKU en {places}, cada uno comprobado cada {round} de media; comprobación más antigua: {ago}.',
	},
	'coverage.new': {
		one: '{skus} SKU en {places}, aún sin comprobar.',
		other: '{skus} SKU en {places}, aún sin comprobar.',
	},
	'coverage.reported': 'Notificado por el monitor {monitor}, última llamada {ago}.',
	'coverage.noReason': 'motivo desconocido',
	'pause.resumed':
		'Este servidor se pausó {when} porque nadie de la lista de acceso lo gestionaba. Tú estás en la lista, así que sus canales vuelven a recibir mensajes.',
	'pause.paused':
		'**En pausa**: desde {when} nadie de la lista de acceso gestiona este servidor, así que sus canales no reciben mensajes. Los vínculos se conservan y se reanudan en cuanto uno de sus gestores esté en la lista.',
	'notices.title': 'Avisos',
	'notices.shopsOn':
		'**Tiendas: activados.** Cuando una tienda no se puede consultar durante cinco minutos, el webhook más antiguo de esa marca aquí recibe un mensaje, y otro cuando se puede volver a consultar.',
	'notices.shopsOff': '**Tiendas: desactivados.** `{/notices shops}:{on}` los activa.',
	'notices.linksOn':
		'**Vínculos: activados.** Cuando un vínculo deja de funcionar, el bot escribe en otro canal con un vínculo o en el canal del sistema.',
	'notices.linksOff': '**Vínculos: desactivados.** `{/notices links}:{on}` los activa.',
	'notices.undelivered':
		'Unos vínculos dejaron de funcionar {when} y el bot no pudo avisar en ningún canal: {reason}. Permítele **{send}** e **{embed}** en un canal con un vínculo para que pueda la próxima vez.',
	'events.title': 'Eventos de lanzamientos',
	'events.region':
		'**Activados.** El bot mantiene un evento de cada uno de los próximos lanzamientos ({region}): ahora {count}.',
	'events.topics':
		'**Activados.** El bot mantiene un evento de cada uno de los próximos lanzamientos de los temas de este servidor: ahora {count}.',
	'events.off':
		'**Desactivados.** `{/drops-events state}:{on}` mantiene en este servidor un evento de cada uno de los próximos lanzamientos.',
	'events.deleting': {
		one: '**Desactivados.** El bot borra {count} evento.',
		other: '**Desactivados.** El bot borra {count} eventos.',
	},
	'events.stopped': '**Desactivados.** {reason}',
	'events.lacks':
		'El bot necesita el permiso **{events}** en este servidor. Abre los ajustes del servidor, luego Roles, **Dropwire**, Permisos, concédelo y usa `{/drops-events state}:{on}`.',
	'events.full': {
		one: 'Este servidor tiene 100 eventos programados, el máximo de Discord: {count} lanzamiento no tiene ninguno.',
		other: 'Este servidor tiene 100 eventos programados, el máximo de Discord: {count} lanzamientos no tienen ninguno.',
	},
	'events.noTopic':
		'Este servidor no tiene un tema de lanzamientos como Nike Releases. Elige una región: `{/drops-events region}`.',
	'found.title': 'Hallazgos',
	'found.none': 'Las búsquedas por palabras clave aún no han encontrado ningún producto nuevo.',
	'found.added': '**{title}** está ahora en {list}.',
	'found.watch': 'Vigilar {title}',
	'found.newest': 'los {count} más recientes',
	'found.noList': 'ninguna lista lo admite',
	'found.on': 'en {list}',
	'found.notOn': 'no está en {list}',
	'found.noPrice': 'precio desconocido',
	'help.intro': 'Dropwire publica en tus canales en cuanto cambia un producto.',
	'help.access':
		'`{/drops}` es para todos; `{/product}`, `{/resale}` y `{/stores}` son para cualquiera con el rol premium, en servidores y en mensajes directos. Los demás comandos necesitan el permiso **{manage}** y estar en la lista de acceso de Dropwire. Solo tú ves las respuestas.',
	'footer.request': 'solicitud {id}',
};
