<?php

return ['database' => []];
