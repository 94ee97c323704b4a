/** Classes, interfaces and enums outside of namespaces that PHP 8.2 to 8.5 has, its bundled extensions included, in lower case. */
const OWN_CLASSES = new Set(
  (
    'addressinfo allowdynamicproperties appenditerator argumentcounterror arithmeticerror arrayaccess arrayiterator ' +
    'arrayobject assertionerror attribute backedenum badfunctioncallexception badmethodcallexception cachingiterator ' +
    'callbackfilteriterator closedgeneratorexception closure collator compileerror countable curlfile curlhandle ' +
    'curlmultihandle curlsharehandle curlsharepersistenthandle curlstringfile dateerror dateexception dateinterval ' +
    'dateinvalidoperationexception dateinvalidtimezoneexception datemalformedintervalstringexception ' +
    'datemalformedperiodstringexception datemalformedstringexception dateobjecterror dateperiod daterangeerror ' +
    'datetime datetimeimmutable datetimeinterface datetimezone deflatecontext delayedtargetvalidation deprecated ' +
    'directory directoryiterator divisionbyzeroerror domainexception domattr domcdatasection domcharacterdata ' +
    'domchildnode domcomment domdocument domdocumentfragment domdocumenttype domelement domentity domentityreference ' +
    'domexception domimplementation domnamednodemap domnamespacenode domnode domnodelist domnotation domparentnode ' +
    'domprocessinginstruction domtext domxpath emptyiterator enchantbroker enchantdictionary error errorexception ' +
    'exception ffi fiber fibererror filesystemiterator filteriterator finfo gdfont gdimage generator globiterator ' +
    'gmp hashcontext infiniteiterator inflatecontext internaliterator intlbreakiterator intlcalendar intlchar ' +
    'intlcodepointbreakiterator intldateformatter intldatepatterngenerator intlexception intlgregoriancalendar ' +
    'intliterator intllistformatter intlpartsiterator intlrulebasedbreakiterator intltimezone ' +
    'invalidargumentexception iterator iteratoraggregate iteratoriterator jsonexception jsonserializable ' +
    'lengthexception libxmlerror limititerator locale logicexception messageformatter multipleiterator mysqli ' +
    'mysqli_driver mysqli_result mysqli_sql_exception mysqli_stmt mysqli_warning nodiscard norewinditerator ' +
    'normalizer numberformatter opensslasymmetrickey opensslcertificate opensslcertificatesigningrequest ' +
    'outeriterator outofboundsexception outofrangeexception overflowexception override parentiterator parseerror pdo ' +
    'pdoexception pdorow pdostatement phar phardata pharexception pharfileinfo php_user_filter phptoken ' +
    'propertyhooktype rangeexception recursivearrayiterator recursivecachingiterator recursivecallbackfilteriterator ' +
    'recursivedirectoryiterator recursivefilteriterator recursiveiterator recursiveiteratoriterator ' +
    'recursiveregexiterator recursivetreeiterator reflection reflectionattribute reflectionclass ' +
    'reflectionclassconstant reflectionconstant reflectionenum reflectionenumbackedcase reflectionenumunitcase ' +
    'reflectionexception reflectionextension reflectionfiber reflectionfunction reflectionfunctionabstract ' +
    'reflectiongenerator reflectionintersectiontype reflectionmethod reflectionnamedtype reflectionobject ' +
    'reflectionparameter reflectionproperty reflectionreference reflectiontype reflectionuniontype ' +
    'reflectionzendextension reflector regexiterator requestparsebodyexception resourcebundle returntypewillchange ' +
    'roundingmode runtimeexception seekableiterator sensitiveparameter sensitiveparametervalue serializable ' +
    'sessionhandler sessionhandlerinterface sessionidinterface sessionupdatetimestamphandlerinterface shmop ' +
    'simplexmlelement simplexmliterator snmp snmpexception soapclient soapfault soapheader soapparam soapserver ' +
    'soapvar socket sodiumexception spldoublylinkedlist splfileinfo splfileobject splfixedarray splheap splmaxheap ' +
    'splminheap splobjectstorage splobserver splpriorityqueue splqueue splstack splsubject spltempfileobject ' +
    'spoofchecker sqlite3 sqlite3exception sqlite3result sqlite3stmt stdclass streambucket stringable ' +
    'sysvmessagequeue sysvsemaphore sysvsharedmemory throwable tidy tidynode transliterator traversable typeerror ' +
    'uconverter underflowexception unexpectedvalueexception unhandledmatcherror unitenum valueerror weakmap ' +
    'weakreference xmlparser xmlreader xmlwriter xsltprocessor ziparchive'
  ).split(' '),
);

/** True for a class that PHP has itself: without a namespace there cannot be another one of its name. */
export function isOwnClassOfPhp(className: string): boolean {
  return OWN_CLASSES.has(className.toLowerCase());
}
